import { expect, test } from 'vitest'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'

const { launch } = useProduct()
const PROFILE = 'user/pages/user_info/index'

test('typed text is not set on the field again: the cursor stays where it is', async () => {
  const { screen, setData, isQuiet } = await opened('pages/login_h5/index')
  await screen.type(fieldOf('账号'), 'pla')
  const before = setData.length
  await screen.type(fieldOf('账号'), 'play')
  await isQuiet()
  const valuePath = /\.(p\d+|value)$/
  const tolds = setData.slice(before).flatMap(({ paths }) => paths.filter((path) => valuePath.test(path)))
  expect(tolds).toEqual([])
  expect(screen.shownIn(fieldOf('账号'))).toBe('play')
})

test('a nickname that WeChat refuses disappears from the form and the field', async () => {
  const { screen, isQuiet } = await opened(PROFILE, 'player')
  await screen.type(fieldOf('昵称'), '不雅的名字')
  await screen.answers(fieldOf('昵称'), 'nicknamereview', { pass: false, timeout: false })
  await isQuiet()
  expect(screen.shownIn(fieldOf('昵称'))).toBe('')
})

test('WeChat’s own fields keep clear of the keyboard', async () => {
  const { screen } = await opened('pages/login_h5/index')
  const field = await screen.finds(fieldOf('账号'))
  expect([Number(field.word('cursor-spacing')), field.word('adjust-position')]).toEqual([40, 'true'])
})

test('a form below another asks again before it is left, once the other one is closed', async () => {
  const program = await launch({ url: PROFILE, as: 'player3' })
  await program.screen.type(fieldOf('昵称'), '新名字')
  await program.screen.tap({ role: 'button', text: /^认证/ })
  await program.screen.isAt('user/pages/user_regist/index')
  await program.screen.type(fieldOf('真实姓名'), '王')
  await program.isQuiet()
  const asks = () => program.calls.filter(({ name }) => name.endsWith('AlertBeforeUnload')).at(-1)?.name
  expect(asks()).toBe('enableAlertBeforeUnload')
  program.goBack()
  await program.screen.isAt(PROFILE)
  await program.isQuiet()
  expect(asks()).toBe('enableAlertBeforeUnload')
})

async function opened(url: string, as?: string) {
  const program = await launch(as === undefined ? { url } : { url, as })
  await program.isQuiet()
  return { screen: program.screen, setData: program.setData, isQuiet: () => program.isQuiet() }
}
