import { type PaymentStep, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { describe, expect, test } from 'vitest'
import { beginTopUp } from '../run/arrange-money.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'

/** A stand-in for WeChat Pay's signed parameters. The demo's server has no merchant account. */
const SIGNED = { timeStamp: '1', nonceStr: 'n', package: 'prepay_id=p', signType: 'RSA', paySign: 's' }
/** Longer than the first pauses between two checks of the payment. */
const A_WHILE_MS = 10_000

const { launch, logInAs } = useProduct()

/** The cashier of a new top-up that opens WeChat's own payment. `pay` makes the money reach the server. */
async function atCashier(): Promise<{ program: MiniProgram; pay: () => Promise<unknown> }> {
  const player = await logInAs('player')
  const { orderId } = await beginTopUp(player)
  let outTradeNo = ''
  const program = await launch({ as: 'player', url: `user/pages/cashier/index?orderId=${orderId}` })
  await program.screen.sees('微信支付')
  program.network.standIns.set('/orders/pay', (answer) => {
    const { data, ...rest } = answer as { data: { step: PaymentStep } }
    if (data.step.kind !== 'simulator') throw new Error('the payment did not go to the simulator')
    outTradeNo = data.step.outTradeNo
    return { ...rest, data: { ...data, step: { kind: 'jsapi', ...SIGNED } } }
  })
  const pay = () => player.call(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
  return { program, pay }
}

const press = ({ screen }: MiniProgram) => screen.tap({ role: 'button', text: /^确认支付/ })

describe('WeChat’s payment', () => {
  test('receives the server’s signed parameters; its result counts only once the server confirms it', async () => {
    const { program, pay } = await atCashier()
    await press(program)
    await program.screen.sees('正在等待支付结果')
    expect(program.callsOf('requestPayment').map(({ options }) => options)).toEqual([SIGNED])
    expect(program.screen.text).not.toContain('支付成功')
    await pay()
    await program.passTime(A_WHILE_MS)
    await program.screen.sees('支付成功')
  })

  test.each([
    ['cancelled', '已取消支付，订单还在，可以继续支付'],
    ['failed', '支付没有完成，没有扣款，可以再试一次'],
  ] as const)('that is %s leaves the order payable', async (end, words) => {
    const { program, pay } = await atCashier()
    program.phone.answers.payment = end
    await press(program)
    await program.screen.sees(words)
    program.phone.answers.payment = 'paid'
    await press(program)
    await pay()
    await program.passTime(A_WHILE_MS)
    await program.screen.sees('支付成功')
    expect(program.callsOf('requestPayment')).toHaveLength(2)
  })

  test('with an unknown end says so, and is checked once more', async () => {
    const { program, pay } = await atCashier()
    await press(program)
    await program.screen.sees('正在等待支付结果')
    program.network.isConnected = false
    // It is not shown during a check or its repetition.
    const isSaid = () => program.screen.text.includes('支付结果暂时查不到')
    for (let seconds = 0; seconds < 60 && !isSaid(); seconds += 1) await program.passTime(1_000)
    expect(isSaid()).toBe(true)
    await pay()
    program.network.isConnected = true
    await program.screen.tap({ role: 'button', label: '重新查询支付结果' })
    await program.screen.sees('支付成功')
  })
})
