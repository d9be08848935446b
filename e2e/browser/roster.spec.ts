import { DESKTOP, onDesktop } from '../run/console.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const COMPANY = '青杉网球俱乐部'
const COURSE = '成人私教 1 对 1'
const HEADINGS = '姓名,手机号,课程,教练,剩余课时,每课时单价,有效期至'

test('a club imports its table, a coach shows a code, and the student claims the hours', async ({ openAs, server }) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'company')
  await desktop.setViewportSize(DESKTOP.viewport)
  await desktop.getByRole('link', { name: '从表格导入' }).click()
  await expect(desktop.getByRole('heading', { name: '从表格导入学员', level: 1 })).toBeVisible()
  const rows = [
    `孟晴,13612340077,${COURSE},,12,400,2035年5月31日`,
    `孟小禾,13612340077,${COURSE},,九点五,340,2035-03-31`,
    `陈立,1361234007,${COURSE},,16,400,2035-06-30`,
  ]
  const table = { name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADINGS, ...rows].join('\n')) }
  await desktop.getByLabel('选择表格').setInputFiles(table)
  await expect(desktop.getByText('手机号只有 10 位')).toBeVisible()
  const cell = desktop.getByLabel('第 4 行：手机号只有 10 位')
  await cell.fill('13612340079')
  await cell.press('Enter')
  await expect(desktop.getByRole('button', { name: '确认导入 3 行' })).toBeVisible()
  await desktop.getByRole('button', { name: '确认导入 3 行' }).click()
  await expect(desktop.getByRole('heading', { name: /批次 #1 已导入/ })).toBeVisible()
  await expect(desktop.getByText('等认领', { exact: true }).first()).toBeVisible()

  // The admin is the coach of rows without one.
  const coach = await openAs('coach')
  await goTo(coach, address, 'coach/pages/students/index')
  await coach.getByPlaceholder('姓名或完整手机号').filter({ visible: true }).fill('孟晴')
  await coach.getByRole('button', { name: /^孟晴/ }).click()
  await coach.getByRole('button', { name: '给他认领码' }).click()
  const shown = coach.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
  await expect(shown).toBeVisible()
  const code = (await shown.textContent()) ?? ''

  const player = await openAs('player3')
  await goTo(player, address, 'user/pages/claim/index')
  await player.getByLabel('认领码').fill(code)
  await player.getByRole('button', { name: '查找' }).click()
  await expect(seen(player, `您是${COMPANY}的学员吗？`)).toBeVisible()
  await player.getByRole('radio', { name: '是我自己' }).click()
  await player.getByRole('button', { name: '认领课时' }).click()
  await expect(seen(player, '已认领 12 课时')).toBeVisible()
  await expect(player.getByRole('heading', { name: '合同与课时', level: 1 })).toBeVisible()

  await desktop.reload()
  await expect(desktop.getByText('1 人已认领，不能整批撤销')).toBeVisible()
  await desktop.getByRole('button', { name: '撤销 2 行' }).click()
  await desktop
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s?销/ })
    .click()
  await expect(desktop.getByText('已撤销', { exact: true }).first()).toBeVisible()
})
