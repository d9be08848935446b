import type { OrderEffects } from './order-effects.ts'
import type { PaymentProvider } from './provider.ts'
import type { Simulator } from './simulator/simulator.ts'

/** The parts that payments use: the external provider, and the effects of orders. */
export type Payments = {
  provider: PaymentProvider
  effects: OrderEffects
  /** The same provider, if it is the simulator. */
  simulator: Simulator | undefined
}
