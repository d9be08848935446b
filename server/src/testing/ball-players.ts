import type { BallDetail } from '@paidang/api/areas/activities/balls'
import * as balls from '@paidang/api/areas/activities/balls'
import { payOrder } from '@paidang/api/areas/money/payments'
import { givenPlayer, TOMORROW } from './builders.ts'
import { givenCard } from './given-money.ts'
import type { TestServer } from './test-server.ts'

/** A form that any player may send: a free-text place, tomorrow at 18:00, four players, ¥100 shared by all. */
export const FORM = {
  title: '周末双打',
  sport: 'tennis' as const,
  matchType: 1,
  place: '世纪公园球场',
  activityDate: TOMORROW,
  beginTimeSlot: 36,
  endTimeSlot: 40,
  levelFrom: 2.5,
  levelTo: 4,
  genderRule: 'ANY' as const,
  minPlayers: 2,
  maxPlayers: 4,
  feeMode: 'AA' as const,
  courtFeeFen: 8_000,
  extrasFen: 2_000,
  isPublic: true,
}

/** Somebody with money: their user id and the card that they pay with. */
export type Payer = { id: string; cardId: string }

/** The actions of players in ball games, over the calls of the app. */
export function ballPlayers({ db, signedInAs }: Pick<TestServer, 'db' | 'signedInAs'>) {
  const pay = ({ id, cardId }: Payer, orderId: string) =>
    signedInAs(id)(payOrder, { body: { orderId, method: 'CARD', cardId } })

  return {
    async payer(over: Parameters<typeof givenPlayer>[1] = {}): Promise<Payer> {
      const id = await givenPlayer(db, over)
      return { id, cardId: (await givenCard(db, { userId: id })).cardId }
    },
    pay,
    /** Publishes a game, and pays for it where it costs something. */
    async publish(initiator: Payer, over: Partial<balls.BallForm> = {}): Promise<BallDetail> {
      const as = signedInAs(initiator.id)
      const created = await as(balls.createBall, { body: { ...FORM, ...over } })
      const { order } = created.viewer
      if (order) await pay(initiator, order.id)
      return as(balls.getBallDetail, { params: { id: created.id }, query: {} })
    },
    enroll: (userId: string, id: string) => signedInAs(userId)(balls.enrollBall, { body: { id } }),
    /** Takes a seat and pays for it. */
    async join(payer: Payer, id: string): Promise<BallDetail> {
      const as = signedInAs(payer.id)
      const { viewer } = await as(balls.enrollBall, { body: { id } })
      if (viewer.order) await pay(payer, viewer.order.id)
      return as(balls.getBallDetail, { params: { id }, query: {} })
    },
    leave: (userId: string, id: string, refundTo?: 'CARD' | 'SOURCE') =>
      signedInAs(userId)(balls.leaveBall, { body: { id, ...(refundTo && { refundTo }) } }),
    cancel: (userId: string, id: string) => signedInAs(userId)(balls.cancelBall, { body: { id } }),
    detail: (userId: string, id: string) => signedInAs(userId)(balls.getBallDetail, { params: { id }, query: {} }),
  }
}
