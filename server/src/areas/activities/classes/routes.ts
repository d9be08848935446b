import * as classActions from '@paidang/api/areas/class-actions'
import * as classes from '@paidang/api/areas/classes'
import * as commonCourses from '@paidang/api/areas/common-courses'
import * as usual from '@paidang/api/areas/usual-courses'
import { ApiError } from '@paidang/api/catalogue/errors'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { GUEST_ID } from '@paidang/domain/kernel/id'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { serve } from '../../../http/serve.ts'
import { isOfConsole } from '../../../http/session.ts'
import { serveReviewed } from '../../ground/content/serve-reviewed.ts'
import { isAdminOfCoach } from '../../places/companies/is-admin-of-coach.ts'
import { bookCommonCourse } from './book-common-course.ts'
import { readCalendarFile } from './calendar-file.ts'
import { cancelByCoach, cancelByPlayer } from './cancel-invitation.ts'
import { changeCoach } from './change-coach.ts'
import { confirmInvitation } from './confirm-invitation.ts'
import { contractClass } from './contract-class.ts'
import { createByCoach } from './create-by-coach.ts'
import { createByPlayer } from './create-by-player.ts'
import { declineInvitation } from './decline-invitation.ts'
import { editInvitation } from './edit-invitation.ts'
import { finishInvitation } from './finish-invitation.ts'
import { joinInvitation } from './join-invitation.ts'
import { isByNearest, listAgenda, listCoachDay, pageOwnClasses } from './list-classes.ts'
import { listCoachesOfCourse } from './list-course-coaches.ts'
import { answerObjection, objectToClass } from './object-to-class.ts'
import { findObjection } from './objection-queries.ts'
import { readClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { readFullInfo } from './read-full-info.ts'
import { shareLinkOf } from './share-link-of.ts'
import { signInvitation } from './sign-invitation.ts'
import { listUsualCourses, pinUsualCourse, unpinUsualCourse } from './usual-courses.ts'
import { findView } from './view-queries.ts'

/** The text that is sent with a class. */
type Messages = { messageToCoach: string; messageToPlayers: string }

export default async function classesRoutes(app: FastifyInstance) {
  const linkTo = (db: Database, invitationId: string, share: string | undefined, now: Date) =>
    shareLinkOf(db, app.shareTokens, { invitationId, share, now })

  serve(app, classes.getInvitation, async ({ params, query, user, db, now }) => {
    const link = await linkTo(db, params.id, query.share, now)
    const { view, isStranger } = await readClass(db, params.id, user.id, link)
    return presentInvitation(view, now, { isStranger })
  })
  serve(app, classes.getFullInfo, async ({ params, query, user, db, now }) =>
    readFullInfo(db, {
      invitationId: params.id,
      actorId: user.id,
      now,
      link: await linkTo(db, params.id, query.share, now),
      shareTokenOf: app.shareTokens.of,
    }),
  )
  const made = ({ id }: { id: string }) => id
  const wordsOf = ({ body: { messageToCoach, messageToPlayers } }: { body: Partial<Messages> }) => ({
    messageToCoach,
    messageToPlayers,
  })
  const stands = async (db: Database, { id }: { id: string }) => {
    const status = (await findView(db, id))?.invitation.invitationStatus
    return status !== 'CANCELLED' && status !== 'EXPIRED'
  }
  const isNew = { kind: 'class', words: wordsOf, about: () => undefined, stands } as const
  serveReviewed(app, classActions.createByCoach, isNew, ({ body, user, now }, say) =>
    say((tx, words) => createByCoach(tx, { body: { ...body, ...words }, actorId: user.id, now }), made),
  )
  serve(app, classActions.joinInvitation, async ({ params, body, user, db, now }) =>
    joinInvitation(db, {
      invitationId: params.a,
      playerId: params.b,
      actorId: user.id,
      now,
      link: await linkTo(db, params.a, body.share, now),
      seen: body.revision,
    }),
  )
  serve(app, classActions.contractInvitation, ({ params, body: { revision: seen, ...terms }, user, db, now }) =>
    contractClass(db, { invitationId: params.id, actorId: user.id, now, seen, ...terms }),
  )
  serveReviewed(app, classActions.createByPlayer, isNew, ({ body, user, now }, say) =>
    say((tx, words) => createByPlayer(tx, { body: { ...body, ...words }, actorId: user.id, now }), made),
  )
  serveReviewed(
    app,
    commonCourses.bookCommonCourse,
    { ...isNew, words: ({ body: { messageToCoach } }) => ({ messageToCoach }) },
    ({ body, user, now }, say) =>
      say((tx, words) => bookCommonCourse(tx, { body: { ...body, ...words }, actorId: user.id, now }), made),
  )
  const ofClass = ({ params }: { params: { id: string } }) => params.id
  serveReviewed(
    app,
    classActions.updateBySelf,
    { kind: 'class', words: wordsOf, about: ofClass },
    ({ params, body: { revision: seen, ...body }, user, now }, say) =>
      say((tx, words) =>
        editInvitation(tx, { invitationId: params.id, body: { ...body, ...words }, actorId: user.id, now, seen }),
      ),
  )
  serve(app, classActions.changeCoach, ({ params, body, user, db, now }) =>
    changeCoach(db, { invitationId: params.a, coachId: params.b, actorId: user.id, now, seen: body.revision }),
  )
  serve(app, classActions.confirmInvitation, ({ params, body, user, db, now }) =>
    confirmInvitation(db, { invitationId: params.id, actorId: user.id, now, seen: body.revision }),
  )
  serve(app, classActions.signInvitation, ({ params, body: { revision: seen, attendances = [] }, user, db, now }) =>
    signInvitation(db, { invitationId: params.id, actorId: user.id, now, seen, attendances }),
  )
  for (const endpoint of [classActions.finishInvitation, classActions.completeInvitation]) {
    serve(app, endpoint, ({ params, body, user, db, now }) =>
      finishInvitation(db, { invitationId: params.id, actorId: user.id, now, seen: body.revision }),
    )
  }
  serveReviewed(
    app,
    classActions.objectToClass,
    { kind: 'class', words: ({ body: { words } }) => ({ words }), about: ofClass },
    ({ params, user, now }, say) =>
      say((tx, { words = '' }) => objectToClass(tx, { invitationId: params.id, actorId: user.id, now, words })),
  )
  serveReviewed(
    app,
    classActions.answerObjection,
    {
      kind: 'class',
      words: ({ body: { answer } }) => ({ answer }),
      about: async ({ params, db }) => (await findObjection(db, params.id))?.invitationId,
    },
    ({ params, body: { isRefunded }, user, now }, say) =>
      say((tx, { answer = '' }) =>
        answerObjection(tx, { objectionId: params.id, actorId: user.id, now, isRefunded, answer }),
      ),
  )
  const withReason = {
    kind: 'class',
    words: ({ body: { reason } }: { body: { reason?: string } }) => ({ reason }),
    about: ofClass,
  } as const
  serveReviewed(app, classActions.cancelByCoach, withReason, ({ params, body: { revision: seen }, user, now }, say) =>
    say((tx, { reason }) => cancelByCoach(tx, { invitationId: params.id, actorId: user.id, now, seen, reason })),
  )
  serveReviewed(app, classActions.cancelByPlayer, withReason, ({ params, body, user, now }, say) => {
    const { revision: seen, lostSessions: seenCost } = body
    return say((tx, { reason }) =>
      cancelByPlayer(tx, { invitationId: params.id, actorId: user.id, now, seen, seenCost, reason }),
    )
  })
  serveReviewed(
    app,
    classActions.declineInvitation,
    withReason,
    ({ params, body: { revision: seen }, user, now }, say) =>
      say((tx, { reason }) => declineInvitation(tx, { invitationId: params.id, actorId: user.id, now, seen, reason })),
  )

  serve(app, usual.usualCourses, async ({ params, user, request, db, now }) => {
    // The client's id for a guest. Nothing is looked up for it.
    if (params.id === GUEST_ID) return []
    if (!user) {
      const caller = await app.sessions.callerOf(request.headers.authorization)
      throw new ApiError(isOfConsole(caller) ? 'action_forbidden' : 'session_expired')
    }
    if (params.id !== user.id) throw new ApiError('data_of_others')
    return listUsualCourses(db, { userId: user.id, now })
  })
  serve(app, usual.pinUsualCourse, ({ body, user, db, now }) =>
    pinUsualCourse(db, { pin: body, actorId: user.id, now }),
  )
  serve(app, usual.unpinUsualCourse, ({ params, user, db }) =>
    unpinUsualCourse(db, { pinId: params.id, actorId: user.id }),
  )
  serve(app, classes.agenda, ({ query, user, db, now }) =>
    listAgenda(db, { userId: user.id, from: toIsoDay(query.from), days: query.days, now }),
  )
  serve(app, classes.calendarFile, ({ params, user, db, now }) =>
    readCalendarFile(db, { invitationId: params.id, actorId: user.id, now }),
  )
  serve(app, classes.pageOfUser, ({ query, user, db, now }) =>
    pageOwnClasses(db, {
      userId: user.id,
      statusText: query['invitation.invitationStatus'],
      responseText: query.responseStatus,
      sord: query.sord ?? 'desc',
      limit: query.rows,
      offset: offsetOf(query),
      isNearest: isByNearest(query),
      now,
    }),
  )
  serve(app, classes.classesOfCoachOnDay, async ({ body, user, db, now }) => {
    const { coachId, date } = body
    if (coachId !== user.id && !(await isAdminOfCoach(db, user.id, coachId))) throw new ApiError('data_of_others')
    return listCoachDay(db, { coachId, day: toIsoDay(date), now })
  })
  serve(app, classes.coachesOfCourse, ({ params, query, user, db, now }) =>
    listCoachesOfCourse(db, { courseId: params.id, invitationId: query.invitationId, actorId: user.id, now }),
  )
}
