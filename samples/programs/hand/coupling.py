"""By hand: all goes through the interface, so each iteration carries twelve rows of derivatives. Both matrices
are factorized once, and solved once for the interface."""
import numpy as np


def jacobian(given):
    inflow, stiffness, seam = given["inflow"].look(), given["stiffness"].look(), given["seam"]
    field, by_seam = given["solved"](given["laplace"])  # both matrices are symmetric
    beam, beam_by_seam = given["solved"]((given["laplace"] + given["diags"](stiffness)).tocsc())
    through = seam.T @ beam_by_seam
    x, by_inflow, by_stiffness = np.zeros(seam.shape[1]), np.zeros(seam.T.shape), np.zeros(seam.T.shape)
    for n in range(given["ITERATIONS"] + 1):
        t = np.tanh(seam @ x)
        scale = (inflow * (1 - t**2))[:, None] * seam
        narrow = by_seam.T @ scale                                  # forces by displacements before
        force_i, force_s = narrow @ by_inflow + by_seam.T * (1 + t), narrow @ by_stiffness
        force = by_seam.T @ (inflow * (1 + t))
        displacement = beam_by_seam @ force
        if n == given["ITERATIONS"]:
            break
        by_inflow, by_stiffness, x = through @ force_i, through @ force_s - beam_by_seam.T * displacement, seam.T @ displacement
    wide = field.solve(scale)
    return (field.solve(inflow * (1 + t)), displacement), {
        ("pressure", "inflow"): field.solve(np.diag(1 + t)) + wide @ by_inflow, ("pressure", "stiffness"): wide @ by_stiffness,
        ("displacement", "inflow"): beam_by_seam @ force_i, ("displacement", "stiffness"): beam_by_seam @ force_s - beam.solve(np.diag(displacement))}
