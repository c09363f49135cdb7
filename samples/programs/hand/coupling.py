"""By hand: all goes through the interface, so each iteration carries twelve rows of derivatives. Both matrices
are factorized once, and solved once for the interface."""
import numpy as np


def jacobian(given):
    inflow, stiffness, seam = given["inflow"].look(), given["stiffness"].look(), given["seam"]
    field, beam = given["splu"](given["laplace"]), given["beam"](stiffness)
    by_seam, beam_by_seam = field.solve(seam), beam.solve(seam)  # both matrices are symmetric
    x, by_inflow, by_stiffness = np.zeros(seam.shape[1]), np.zeros(seam.T.shape), np.zeros(seam.T.shape)
    for _ in range(given["ITERATIONS"] + 1):
        t = np.tanh(seam @ x)
        pressure = field.solve(inflow * (1 + t))
        scale = (inflow * (1 - t**2))[:, None] * seam
        narrow = by_seam.T @ scale                                  # forces by displacements before
        force_i, force_s = narrow @ by_inflow + by_seam.T * (1 + t), narrow @ by_stiffness
        before_i, before_s = by_inflow, by_stiffness
        displacement = beam.solve(seam @ (seam.T @ pressure))
        through = seam.T @ beam_by_seam
        by_inflow, by_stiffness, x = through @ force_i, through @ force_s - beam_by_seam.T * displacement, seam.T @ displacement
    wide = field.solve(scale)
    return (pressure, displacement), {
        ("pressure", "inflow"): field.solve(np.diag(1 + t)) + wide @ before_i, ("pressure", "stiffness"): wide @ before_s,
        ("displacement", "inflow"): beam_by_seam @ force_i, ("displacement", "stiffness"): beam_by_seam @ force_s - beam.solve(np.diag(displacement))}
