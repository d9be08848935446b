import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button, Form } from 'antd'
import { expect, test, vi } from 'vitest'
import { draw } from '../testing/draw'
import { NumberInput, within, YuanInput, yuanWithin } from './number-input'

const METRES = within({ min: 0, max: 100, decimals: 1, unit: ' 米' })
const TOO_MANY_METRES = '请填写 0 到 100 米，最多 1 位小数'
const WRONG_PRICE = '请填写 0 到 100 元，最多 2 位小数'

/** A form with the values of before, of which one is typed anew; `saved` gets what is saved. */
async function type({ label, typed, press }: { label: string; typed: string; press: string }) {
  const saved = vi.fn()
  const user = userEvent.setup()
  draw(
    <Form initialValues={{ metres: 60, priceFen: 8_000 }} onFinish={saved}>
      <Form.Item name="metres" label="米数" rules={[{ required: true, message: '请填写米数' }, METRES]}>
        <NumberInput />
      </Form.Item>
      <Form.Item
        name="priceFen"
        label="价格"
        rules={[{ required: true, message: '请填写价格' }, yuanWithin(0, 10_000)]}
      >
        <YuanInput />
      </Form.Item>
      <Button htmlType="submit">保存</Button>
    </Form>,
    { answers: {} },
  )
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, press === 'Enter' ? `${typed}{Enter}` : typed)
  if (press === 'click') await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  return saved
}

test.each([
  { label: '米数', typed: '-5', refusal: TOO_MANY_METRES },
  { label: '米数', typed: '1e9', refusal: TOO_MANY_METRES },
  { label: '米数', typed: '12.345', refusal: TOO_MANY_METRES },
  { label: '米数', typed: 'abc', refusal: '请填写米数' },
  { label: '价格', typed: '-5', refusal: WRONG_PRICE },
  { label: '价格', typed: '88.888', refusal: WRONG_PRICE },
  { label: '价格', typed: '100.01', refusal: WRONG_PRICE },
])('$typed as $label is refused, and not saved as another number', async ({ label, typed, refusal }) => {
  for (const press of ['click', 'Enter']) {
    const saved = await type({ label, typed, press })
    await screen.findByText(refusal)
    expect(saved).not.toHaveBeenCalled()
    cleanup()
  }
})

test.each([
  { label: '米数', typed: '１２．５', is: { metres: 12.5 } },
  { label: '价格', typed: '19.99', is: { priceFen: 1_999 } },
  { label: '价格', typed: '0', is: { priceFen: 0 } },
])('$typed as $label is saved as it was typed', async ({ label, typed, is }) => {
  const saved = await type({ label, typed, press: 'click' })
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith(expect.objectContaining(is)))
})
