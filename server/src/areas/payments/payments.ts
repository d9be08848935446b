import type { OrderEffects } from './order-effects.ts'
import type { PaymentProvider } from './provider.ts'
import type { Simulator } from './simulator/simulator.ts'

/** What payments are made with: who moves money from outside, and what orders do to what they buy. */
export type Payments = {
  provider: PaymentProvider
  effects: OrderEffects
  /** The provider once more where it is the simulator. */
  simulator: Simulator | undefined
}
