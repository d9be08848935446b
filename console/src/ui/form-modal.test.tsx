import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { expect, test, vi } from 'vitest'
import { draw } from '../testing/draw'
import { FormModal } from './form-modal'

function show({ onSubmit = async () => true }: { onSubmit?: () => Promise<boolean> } = {}) {
  const onClose = vi.fn()
  draw(
    <FormModal title="收拍" okText="收拍" onSubmit={onSubmit} onClose={onClose}>
      <Form.Item name="note" label="备注">
        <Input />
      </Form.Item>
    </FormModal>,
    { answers: {} },
  )
  return { onClose, user: userEvent.setup() }
}

test('unsaved input is discarded only after a confirmation', async () => {
  const { onClose, user } = show()
  await user.type(screen.getByLabelText('备注'), '框裂')
  const beside = document.querySelector('.ant-modal-wrap')
  if (beside) await user.click(beside)
  expect(screen.queryByText('放弃填写的内容？')).toBeNull()
  await user.click(screen.getByText('不了'))
  await user.click(await screen.findByText('继续填写'))
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('备注').value).toBe('框裂')
  await user.click(screen.getByText('不了'))
  await user.click(await screen.findByText('放弃'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a user without input leaves without a question', async () => {
  const { onClose, user } = show()
  await user.click(screen.getByText('不了'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('two presses at once send it once', async () => {
  const onSubmit = vi.fn(() => new Promise<boolean>(() => undefined))
  show({ onSubmit })
  const form = screen.getByLabelText('备注').closest('form')
  if (!form) throw new Error('no form')
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done))
  expect(onSubmit).toHaveBeenCalledOnce()
})
