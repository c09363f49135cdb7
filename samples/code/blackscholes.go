package examples

import "math"

// normal is the standard normal distribution.
func normal(x float64) float64 { return 0.5 * (1 + math.Erf(x/math.Sqrt2)) }

// BlackScholes is the value of a European call and of the put beside it, for the
// price of the share, the strike, the rate, the volatility and the time left.
// Its Jacobian holds the greeks.
//
// F. Black, M. Scholes: The pricing of options and corporate liabilities. Journal
// of Political Economy 81 (1973), 637-654.
func BlackScholes(share, strike, rate, volatility, time float64) (call, put float64) {
	spread := volatility * math.Sqrt(time)
	d1 := (math.Log(share/strike) + (rate+0.5*volatility*volatility)*time) / spread
	d2 := d1 - spread
	discounted := strike * math.Exp(-rate*time)
	call = share*normal(d1) - discounted*normal(d2)
	put = call - share + discounted
	return call, put
}
