import { cancelByPlayer } from '@paidang/api/areas/activities/class-actions'
import { WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { beginOf, book, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

test('the month shows a booked class, and so does the calendar subscription until it is stopped', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const made = await book(player, offer, await roomFor(offer, { people: [player, coach], length: 2, fewest: 2 }))
  const { id, courseDate, beginTimeSlot, endTimeSlot } = made
  const page = await openAs('player')

  await test.step('its day has a mark, and the class below leads to its page', async () => {
    await goTo(page, address, 'user/pages/calendar/index')
    const today = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio', { checked: true })
    await expect(today).toBeVisible()
    const month = seen(page, `${courseDate.slice(0, 4)} 年 ${Number(courseDate.slice(5, 7))} 月`)
    if (!(await month.isVisible())) await page.getByRole('button', { name: '下个月' }).click()
    await expect(month).toBeVisible()
    const day = `${Number(courseDate.slice(5, 7))}月${Number(courseDate.slice(8))}日 ${WEEKDAY_NAMES[weekdayOf(courseDate)]}`
    await page.getByRole('radio', { name: new RegExp(`^${day}.*，\\d+ 节课`) }).click()
    const times = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
    await page.getByRole('button', { name: new RegExp(`^课，${times}，.*，待确认$`) }).click()
    await expect(page).toHaveURL(new RegExp(`booking_view/index\\?invitationId=${id}`))
    await expect(page.getByRole('heading', { name: '约课详情', level: 1 })).toBeVisible()
    await page.goBack()
  })

  const link = await test.step('an address is created under which calendar programs find it', async () => {
    await page.getByRole('button', { name: '生成地址' }).click()
    const shown = await seen(page, /^https?:.+\.ics$/).textContent()
    const event = await eventIn(shown ?? '', id)
    expect(event).toMatch(/^SUMMARY:成人私教 1 对 1/m)
    expect(event).toMatch(new RegExp(`^DTSTART:${utc(beginOf(made))}$`, 'm'))
    expect(event).toMatch(/^STATUS:TENTATIVE$/m)
    return shown ?? ''
  })

  await test.step('once the class is cancelled the feed shows it as cancelled', async () => {
    await player.call(cancelByPlayer, { params: { id }, body: {} })
    expect(await eventIn(link, id)).toMatch(/^STATUS:CANCELLED$/m)
  })

  await test.step('the subscription is stopped, and its address no longer works', async () => {
    await page.getByRole('button', { name: '停用订阅' }).click()
    const question = page.getByRole('alertdialog', { name: '停用日历订阅？' })
    await question.getByRole('button', { name: '停用订阅' }).click()
    await expect(page.getByRole('button', { name: '生成地址' })).toBeVisible()
    expect((await fetch(link)).status).toBe(404)
  })
})

/** The lines of a calendar feed about a class, unfolded. Source: RFC 5545 §3.1 */
async function eventIn(address: string, classId: string): Promise<string> {
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = (await answer.text()).replaceAll('\r\n ', '').replaceAll('\r\n', '\n')
  const event = text.split('BEGIN:VEVENT\n').find((part) => part.includes(`UID:class-${classId}@paidang\n`))
  if (!event) throw new Error(`the calendar has no class ${classId}`)
  return event
}

/** An instant in the calendar format: 20261123T020000Z. */
function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '')
}
