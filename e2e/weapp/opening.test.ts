import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { PAGE_SIZE } from '@paidang/domain/kernel/page'
import { expect, test } from 'vitest'
import { useProduct } from './harness/product.ts'

/** More than the page around a list of messages needs. */
const LIST_BYTES = 8_000

const { launch, logInAs } = useProduct()

/** The requests of a page when it opens, and its data for WeChat. */
async function opened(as: string, url?: string) {
  const program = await launch({ as, ...(url !== undefined && { url }) })
  // A server that has just started cannot say whether something changed before. It would make the page reload
  // everything.
  program.sockets.isAllowed = false
  await program.isQuiet()
  return {
    calls: program.network.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`),
    setData: program.setData,
  }
}

test.each(['player', 'coach'])('the home page of a %s is one answer', async (as) => {
  const { calls } = await opened(as)
  expect(calls).toEqual(['GET /aaapi/home/start'])
})

test('the day board of a coach is one answer, and one for the consent of its buttons', async () => {
  const { calls } = await opened('coach', 'coach/pages/day_board/index')
  expect(calls).toEqual(['GET /aaapi/coach-home/board', 'GET /aaapi/common/messages/settings'])
})

test('a shared class is one answer, and one for the consent', async () => {
  const { call } = await logInAs('player')
  const { rows } = await call(pageOfUser, { query: { current: 1, rows: PAGE_SIZE } })
  const id = rows[0]?.invitation.id
  const { calls } = await opened('player', `pages/booking_view/index?invitationId=${id}`)
  expect(calls).toEqual([`GET /aaapi/course-invitation/full-info/${id}`, 'GET /aaapi/common/messages/settings'])
})

test('the messages are requested once, and their list is passed to WeChat once', async () => {
  const { calls, setData } = await opened('player', 'user/pages/user_message/index')
  // Whether the deployment has WeChat is asked besides.
  expect(calls.filter((one) => one !== 'GET /aaapi/features')).toHaveLength(2)
  expect(setData.filter(({ bytes }) => bytes > LIST_BYTES)).toHaveLength(1)
})
