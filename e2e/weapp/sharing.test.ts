import { setBallPublic } from '@paidang/api/areas/activities/balls'
import { createByCoach } from '@paidang/api/areas/activities/class-actions'
import { registerAccount } from '@paidang/api/areas/desks/accounts'
import { renewShare } from '@paidang/api/areas/views/sharing'
import { describe, expect, test } from 'vitest'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { publishBall, roomForBall } from '../run/arrange-balls.ts'
import { clientOf, PASSWORD } from '../run/people.ts'
import { cachedSession } from './harness/kept-session.ts'
import { logInByTyping } from './harness/log-in.ts'
import { builtPackage } from './harness/package-files.ts'
import { pagesOf } from './harness/page-urls.ts'
import { useProduct } from './harness/product.ts'

/** WeChat's scene number of a page opened from the timeline. */
const SINGLE_PAGE = 1154
/** A course for several players. */
const GROUP = '周末小班课'

const { address, launch, logInAs } = useProduct()
const { urlOf } = pagesOf({ address, logInAs })
const built = builtPackage()
const pagesThat = (setting: string) => built.routes.filter((route) => built.text(`${route}.js`).includes(setting))

type Message = { title: string; path: string }

/** The player's share data of a page, for a chat. */
async function sharedFrom(url: string): Promise<Message> {
  const program = await launch({ as: 'player', url })
  await program.isQuiet()
  return program.share() as Message
}

describe('a page shared to a chat', () => {
  test.each(pagesThat('enableShareAppMessage'))('from %s opens for every recipient', async (route) => {
    const { path } = await sharedFrom(await urlOf(route))
    for (const as of [undefined, 'player2']) {
      const program = await launch({ as, url: path.slice(1) })
      await program.isQuiet()
      expect([program.screen.route, program.toasts]).toEqual([path.slice(1).split('?')[0], []])
      expect(program.screen.text).not.toMatch(/加载失败|不存在|已失效/)
    }
  })
})

describe('a page shared to the timeline', () => {
  test.each(pagesThat('enableShareTimeline'))(
    'from %s opens alone, and uses nothing that is unavailable there',
    async (route) => {
      const sharer = await launch({ as: 'player', url: await urlOf(route) })
      await sharer.isQuiet()
      const { title, query } = sharer.shareToTimeline() as { title: string; query: string }
      // WeChat would otherwise show the name of the mini-program.
      expect(title).toMatch(/\S/)
      expect(title).toBe((sharer.share() as Message).title)
      const alone = await launch({ url: `${route}?${query}`, scene: SINGLE_PAGE })
      await alone.isQuiet()
      expect(alone.screen.route).toBe(route)
      expect(alone.screen.text).not.toMatch(/加载失败|不存在|已失效/)
    },
  )
})

/** A page that only its link opens: its owner, and what a guest and a logged-in stranger read there. */
type Linked = {
  owner: string
  kind: 'class' | 'ball' | 'card'
  objectId: string
  url: string
  /** With the valid link, and after the link was renewed. */
  guest: [string, string]
  stranger: [string, string]
}

const LINKED = {
  'a class': async (): Promise<Linked> => {
    const [coach, player] = [await logInAs('coach2'), await logInAs('player2')]
    const offer = await offerOf(coach, player, GROUP)
    const { courtName: _, ...when } = firstOf(await roomFor(offer, { people: [coach, player], length: 2 }))
    const made = await coach.call(createByCoach, {
      body: {
        ...when,
        courseDesignId: offer.courseId,
        stadiumId: offer.venue.id,
        studentIds: [player.logIn.userInfo.userId],
        participantsCount: 2,
      },
    })
    const url = `pages/booking_view/index?invitationId=${made.id}`
    const toLogIn = '登录后查看'
    return {
      owner: 'coach2',
      kind: 'class',
      objectId: made.id,
      url,
      guest: [toLogIn, toLogIn],
      stranger: [GROUP, '分享链接已失效'],
    }
  },
  'a game': async (): Promise<Linked> => {
    const player = await logInAs('player')
    const room = await roomForBall([player], { after: 48, within: 144 })
    const { id } = await publishBall(player, { title: '只给朋友看的球局', room, players: 2, costFen: 1000 })
    await player.call(setBallPublic, { body: { id, isPublic: false } })
    const url = `bookingBall/pages/ballDetail/index?id=${id}`
    const read: [string, string] = ['只给朋友看的球局', '只有拿到链接的人能看']
    return { owner: 'player', kind: 'ball', objectId: id, url, guest: read, stranger: read }
  },
  'a card': async (): Promise<Linked> => {
    const { userId, nickname } = (await logInAs('player')).logIn.userInfo
    const url = 'pages/user_card/index'
    // Logged-in users can read every card.
    const stranger: [string, string] = [nickname, nickname]
    return { owner: 'player', kind: 'card', objectId: userId, url, guest: [nickname, '链接已失效'], stranger }
  },
}

/** Creates such a page and shares it to a chat. */
async function handOn(arrange: () => Promise<Linked>): Promise<Linked & { path: string }> {
  const linked = await arrange()
  const program = await launch({ as: linked.owner, url: linked.url })
  await program.isQuiet()
  return { ...linked, path: (program.share() as Message).path.slice(1) }
}

test.each(Object.entries(LINKED))('%s that is shared opens until its link is renewed', async (_name, arrange) => {
  const { owner, kind, objectId, guest, stranger, path } = await handOn(arrange)
  const kept = cachedSession(await newcomer(kind))
  const reads = async ([guestReads, strangerReads]: [string, string]) => {
    await (await launch({ url: path })).screen.sees(guestReads)
    await (await launch({ url: path, storage: kept })).screen.sees(strangerReads)
  }
  await reads([guest[0], stranger[0]])
  await (await logInAs(owner)).call(renewShare, { body: { kind, objectId } })
  await reads([guest[1], stranger[1]])
})

test('a user who has to log in to see a class comes back to it', async () => {
  const { path, guest, stranger } = await handOn(LINKED['a class'])
  const { screen } = await launch({ url: path })
  await screen.sees(guest[0])
  await screen.tap({ role: 'button', text: '登录' })
  await logInByTyping(screen, 'player3')
  await screen.isAt('pages/booking_view/index')
  await screen.sees(stranger[0])
})

/** A new account without relations to anybody. */
const newcomer = (name: string) =>
  clientOf(address())(registerAccount, {
    body: { username: `stranger_${name}`, password: PASSWORD, nickname: '路过的人' },
  })
