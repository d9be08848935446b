import * as ballChanges from '@paidang/api/areas/ball-changes'
import * as ballCourts from '@paidang/api/areas/ball-courts'
import * as ballResults from '@paidang/api/areas/ball-results'
import * as balls from '@paidang/api/areas/balls'
import * as schedule from '@paidang/api/areas/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { serve } from '../../../http/serve.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { oneValue } from '../../ground/content/hold-content.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { submitText } from '../../ground/content/submit-text.ts'
import { agreeToChange } from './agree-to-change.ts'
import { ballContent } from './ball-content.ts'
import { findView } from './ball-queries.ts'
import { callOffByOperator, callOffByVenue, listGamesOnCourts } from './call-off-on-court.ts'
import { cancelBall } from './cancel-ball.ts'
import { listGames } from './court-queries.ts'
import { createBall } from './create-ball.ts'
import { enrollBall } from './enroll-ball.ts'
import { withdrawProposal } from './expire-proposals.ts'
import { hasBallLink } from './has-ball-link.ts'
import { leaveBall } from './leave-ball.ts'
import { answerNoShow, markNoShow } from './mark-no-show.ts'
import { openBall } from './open-ball.ts'
import { pageOwnBalls, pagePublicBalls } from './own-balls.ts'
import { presentBall } from './present-ball.ts'
import { proposeHandOver, proposeSwap } from './propose-change.ts'
import { presentSeats, readBallDetail } from './read-ball-detail.ts'
import { readBallResult } from './read-result.ts'
import { readSeatOrder } from './read-seat-order.ts'
import { readTakenCourts } from './read-taken-courts.ts'
import { recordBallResult } from './record-result.ts'
import { requestBall } from './request-ball.ts'
import { setBallPublic } from './set-ball-public.ts'
import { updateBallGame } from './update-ball.ts'
import { waitForBall } from './wait-for-ball.ts'

const placeOf = ({ place }: { place?: string }) => ({ place })

/** All text of a game's form. */
const withPlace = (form: { title: string; description?: string; place?: string }) => ({
  ...ballContent(form),
  place: oneValue(form.place ?? null),
})

type Asking = {
  ballId: string
  actorId: string | undefined
  share?: string | undefined
  isLeaving?: boolean
  now: Date
}

export default async function ballsRoutes(app: FastifyInstance) {
  const { effects } = app.payments
  const { features } = app
  const hasLink = (db: Database, ballId: string, share: string | undefined) =>
    hasBallLink(db, app.ballShareTokens, { ballId, share })
  /** The game as its page shows it, also after an action. */
  const detail = async (db: Database, { share, ...input }: Asking) => {
    const link = await hasLink(db, input.ballId, share)
    return readBallDetail(db, { ...input, hasLink: link, shareTokenOf: app.ballShareTokens.of })
  }

  serve(app, balls.publicBalls, ({ query: { current, rows, sord = 'asc' }, user, db, now }) =>
    pagePublicBalls(db, { current, rows, actorId: user?.id, sord, now }),
  )
  serve(app, balls.listBalls, ({ body: { current, rows, sord = 'desc', filters }, user, db, now }) =>
    pagePublicBalls(db, { current, rows, actorId: user?.id, filters, sord, now }),
  )
  serve(app, balls.getBall, async ({ params: { id: ballId }, query: { share }, user, db }) =>
    presentBall((await openBall(db, { ballId, actorId: user?.id, hasLink: await hasLink(db, ballId, share) })).view),
  )
  serve(app, balls.getBallDetail, ({ params: { id: ballId }, query: { share }, user, db, now }) =>
    detail(db, { ballId, actorId: user?.id, share, now }),
  )
  serve(app, balls.seatsOfBall, async ({ params: { id: ballId }, query: { share }, user, db }) => {
    const opened = await openBall(db, { ballId, actorId: user?.id, hasLink: await hasLink(db, ballId, share) })
    return presentSeats(db, opened, user?.id)
  })
  serve(app, balls.orderOfSeat, ({ params: { id: ballId, userId }, user, db }) =>
    readSeatOrder(db, { ballId, userId, actorId: user.id }),
  )
  serve(app, balls.ballsOfUser, async ({ params: { group, userId }, query, user, db }) => {
    const { current, rows, role, sord = 'desc' } = query
    if (userId !== user.id) throw new ApiError('data_of_others')
    return pageOwnBalls(db, { userId, group, role, sord, current, rows })
  })

  serve(app, balls.createBall, {
    prepare: ({ body, user, request }) =>
      checkContent(app, { kind: 'ball', objectId: undefined, values: withPlace(body), actorId: user.id, request }),
    async handle({ body: { initiatorId, ...form }, prepared: verdicts, user, db, now }) {
      const saying = {
        kind: 'ball',
        objectId: undefined,
        words: placeOf(form),
        verdicts,
        actorId: user.id,
        now,
      } as const
      const ballId = await submitText(
        db,
        saying,
        (tx, words) =>
          createBall(tx, { form: { ...form, ...words }, verdicts, features, initiatorId, actorId: user.id, now }),
        (id) => id,
      )
      return detail(db, { ballId, actorId: user.id, now })
    },
    stands: async (db, { id }) => (await findView(db, id))?.status !== 'CANCELLED',
  })
  serve(app, balls.updateBall, {
    prepare: ({ body, user, request }) =>
      checkContent(app, { kind: 'ball', objectId: body.id, values: withPlace(body), actorId: user.id, request }),
    async handle({ body: { id: ballId, revision: seen, ...form }, prepared: verdicts, user, db, now }) {
      const saying = { kind: 'ball', objectId: ballId, words: placeOf(form), verdicts, actorId: user.id, now } as const
      await submitText(db, saying, (tx, words) =>
        updateBallGame(tx, {
          ballId,
          form: { ...form, ...words },
          verdicts,
          features,
          actorId: user.id,
          seen,
          now,
          effects,
        }),
      )
      return detail(db, { ballId, actorId: user.id, now })
    },
  })
  serveReviewed(
    app,
    balls.cancelBall,
    { kind: 'ball', words: ({ body: { reason } }) => ({ reason }), about: ({ body }) => body.id },
    async ({ body: { id: ballId, revision: seen }, user, db, now }, say) => {
      await say((tx, { reason }) => cancelBall(tx, { ballId, actorId: user.id, reason, seen, now, effects }))
      return detail(db, { ballId, actorId: user.id, now })
    },
  )
  serve(app, balls.setBallPublic, async ({ body: { id: ballId, isPublic, revision: seen }, user, db, now }) => {
    await setBallPublic(db, { ballId, isPublic, actorId: user.id, seen, now })
    return detail(db, { ballId, actorId: user.id, now })
  })
  for (const endpoint of [balls.enrollBall, balls.createParticipant, balls.joinBall] as const) {
    const isJoining = endpoint === balls.joinBall
    serve(app, endpoint, async ({ body: { id: ballId, participantId, share, revision: seen }, user, db, now }) => {
      const link = await hasLink(db, ballId, share)
      await enrollBall(db, {
        ballId,
        actorId: user.id,
        participantId,
        hasLink: link,
        isJoining,
        seen,
        features,
        now,
        effects,
      })
      return detail(db, { ballId, actorId: user.id, share, now })
    })
  }
  serve(app, balls.leaveBall, async ({ body: { id: ballId, refundTo, revision: seen }, user, db, now }) => {
    await leaveBall(db, { ballId, actorId: user.id, refundTo, seen, now, effects })
    return detail(db, { ballId, actorId: user.id, isLeaving: true, now })
  })
  serveReviewed(
    app,
    balls.requestBall,
    { kind: 'ball', words: ({ body: { note } }) => ({ note }), about: ({ body }) => body.id },
    async ({ body: { id: ballId, share, revision: seen }, user, db, now }, say) => {
      const link = await hasLink(db, ballId, share)
      await say((tx, { note = '' }) => requestBall(tx, { ballId, actorId: user.id, note, hasLink: link, seen, now }))
      return detail(db, { ballId, actorId: user.id, share, now })
    },
  )
  serve(app, balls.waitForBall, async ({ body: { id: ballId, share, revision: seen }, user, db, now }) => {
    const link = await hasLink(db, ballId, share)
    await waitForBall(db, { ballId, actorId: user.id, hasLink: link, seen, features, now, effects })
    return detail(db, { ballId, actorId: user.id, share, now })
  })
  serve(app, ballChanges.handOverBall, async ({ body: { id: ballId, userId, revision: seen }, user, db, now }) => {
    await proposeHandOver(db, { ballId, userId, actorId: user.id, seen, now })
    return detail(db, { ballId, actorId: user.id, now })
  })
  serve(
    app,
    ballChanges.swapPlayer,
    async ({ body: { id: ballId, outUserId, inUserId, revision: seen }, user, db, now }) => {
      await proposeSwap(db, { ballId, outUserId, inUserId, features, actorId: user.id, seen, now })
      return detail(db, { ballId, actorId: user.id, now })
    },
  )
  serve(app, ballChanges.withdrawBallProposal, async ({ body: { id: ballId, proposalId }, user, db, now }) => {
    await withdrawProposal(db, { ballId, proposalId, actorId: user.id, now, effects })
    return detail(db, { ballId, actorId: user.id, now })
  })
  serve(app, ballChanges.agreeToBallChange, async ({ body: { id: ballId, revision: seen }, user, db, now }) => {
    await agreeToChange(db, { ballId, seen, actorId: user.id, now })
    return detail(db, { ballId, actorId: user.id, now })
  })
  serve(app, ballChanges.markNoShow, async ({ body: { id: ballId, userId, isNoShow }, user, db, now }) => {
    await markNoShow(db, { ballId, userId, isNoShow, actorId: user.id, now })
    return detail(db, { ballId, actorId: user.id, now })
  })
  serveReviewed(
    app,
    ballChanges.answerNoShow,
    { kind: 'ball', words: ({ body: { answer } }) => ({ answer }), about: ({ body }) => body.id },
    async ({ body: { id: ballId }, user, db, now }, say) => {
      await say((tx, { answer = '' }) => answerNoShow(tx, { ballId, answer, actorId: user.id }))
      return detail(db, { ballId, actorId: user.id, now })
    },
  )
  serve(app, ballResults.readBallResult, ({ params: { id: ballId }, user, db }) =>
    readBallResult(db, { ballId, actorId: user.id }),
  )
  serve(app, ballResults.recordBallResult, ({ params: { id: ballId }, body: score, user, db, now }) =>
    recordBallResult(db, { ballId, score, actorId: user.id, now }),
  )
  serve(app, ballCourts.gamesOnCourts, ({ params: { id: venueId }, query: { current, rows }, user, db, now }) =>
    listGamesOnCourts(db, { venueId, actorId: user.id, current, rows, now }),
  )
  serveReviewed(
    app,
    ballCourts.callOffOnCourt,
    { kind: 'ball', words: ({ body: { reason } }) => ({ reason }), about: ({ params }) => params.id },
    async ({ params: { id: ballId }, user, now }, say) => {
      await say((tx, { reason = '' }) => callOffByVenue(tx, { ballId, actorId: user.id, reason, now, effects }))
      return null
    },
  )
  serve(app, ballCourts.queryGames, ({ query: { current, rows, keyword, stadiumId, userId }, db, now }) =>
    listGames(db, { keyword: keyword?.trim(), stadiumId, userId, current, rows, now }),
  )
  serve(
    app,
    ballCourts.callOffGame,
    async ({ params: { id: ballId }, body: { reason, revision: seen }, staff, db, now }) => {
      await callOffByOperator(db, { ballId, actorId: staff.id, reason, seen, now, effects })
      return null
    },
  )
  serve(app, schedule.courtStatusOfVenue, ({ params: { id: venueId }, query: { date }, user, db, now }) =>
    readTakenCourts(db, app.gridCache, { venueId, day: toIsoDay(date), userId: user?.id ?? GUEST_ID, now }),
  )
}
