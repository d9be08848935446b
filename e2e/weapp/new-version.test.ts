import { expect, test } from 'vitest'
import { useProduct } from './harness/product.ts'

const { launch } = useProduct()

test.each([
  ['goes over at once', true, 1],
  ['stays where they are', false, 0],
])('a user with a newer version available %s', async (_what, modal, times) => {
  const program = await launch({ url: 'pages/home/index' })
  program.phone.answers.modal = modal
  program.phone.happens('onUpdateReady', {})
  await program.isQuiet()
  expect(program.callsOf('showModal')).toMatchObject([{ options: { confirmText: '重启', cancelText: '稍后' } }])
  expect(program.callsOf('applyUpdate')).toHaveLength(times)
})
