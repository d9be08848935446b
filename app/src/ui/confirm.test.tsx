import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm } from './confirm'
import { DialogHost } from './dialog-host'

const question = {
  title: '取消这节课？',
  line: '现在离开课 57 小时，可免费取消',
  facts: [{ name: '退回课时', value: '+1.5' }],
  confirmText: '取消约课',
  danger: true,
}

function asked() {
  render(<DialogHost />)
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm(question)
  })
  return answer
}

test('the dialog shows the consequences, and focuses the safe button', () => {
  asked()
  const dialog = screen.getByRole('alertdialog', { name: '取消这节课？' })
  expect(dialog.textContent).toContain('退回课时+1.5')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '再想想' }))
})

test.each([
  ['取消约课', true],
  ['再想想', false],
])('%s answers %s, and the dialog closes', async (name, expected) => {
  const answer = asked()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(await answer).toBe(expected)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('Esc is the safe answer', async () => {
  const answer = asked()
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
})

test('a second question answers the first with no', async () => {
  const first = asked()
  act(() => {
    confirm({ title: '换教练？', confirmText: '换' })
  })
  expect(await first).toBe(false)
  expect(screen.getByRole('alertdialog').textContent).toContain('换教练？')
})

test('work that needs the press starts inside of it, and its failure is thrown to the caller', async () => {
  render(<DialogHost />)
  const begun: string[] = []
  let answer: Promise<boolean> = Promise.resolve(false)
  const ask = (work: () => Promise<unknown>) =>
    act(() => {
      answer = confirm(question, work)
    })
  ask(async () => begun.push('now'))
  fireEvent.click(screen.getByRole('button', { name: '取消约课' }))
  expect(begun).toEqual(['now'])
  expect(await answer).toBe(true)
  ask(() => Promise.reject(new Error('no')))
  fireEvent.click(screen.getByRole('button', { name: '取消约课' }))
  await expect(answer).rejects.toThrow('no')
})
