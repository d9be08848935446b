import * as api from '@paidang/api/areas/people/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import type { Handled } from '../../../http/serve.ts'
import { isCoach } from '../../../http/session.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { notify } from '../../ground/messages/notify.ts'
import { isLevelOwn } from '../profile/levels.ts'
import { lockPerson, makeCoach } from '../profile/profile-row.ts'
import { viewPlayer } from '../profile/view-player.ts'
import { type ApplicationRow, presentApplication, presentForOperator, selectWithUser } from './applications.ts'

/** What other areas do for a new coach, in the same transaction. */
export type CoachEffect = (tx: Database, coach: { userId: string; nickname: string; now: Date }) => Promise<void>

/** A player applies with uploaded photos of their certificates, and stays a player until an operator approves. */
async function applyAsCoach({ body: form, user, db, now, app }: Handled<typeof api.applyAsCoach>) {
  if (isCoach(user)) throw new ApiError('application_waits')
  const realName = form.realName.trim()
  if (realName === '') throw new ApiError('real_name_missing')
  const certificates = [...new Set(form.certificates)]
  const row = await db.transaction(async (tx) => {
    // Also waits for an operator who makes the player a coach at this moment.
    const { userType } = await lockPerson(tx, user.id)
    if (userType !== USER_TYPES.PLAYER) throw new ApiError('application_waits')
    for (const relativePath of certificates) {
      await assertOwnFile(tx, { relativePath, purpose: 'certificate', actorId: user.id })
    }
    const [application] = await tx
      .insert(coachApplications)
      .values({
        userId: user.id,
        realName,
        yearsTeaching: form.yearsTeaching,
        region: form.region.trim(),
        introduction: form.introduction?.trim() ?? '',
        certificates: certificates.join(','),
        createdAt: now,
      })
      .returning()
      .catch((error: unknown) => {
        // One application of a user waits at a time.
        throw isUniqueViolation(error, 'coach_applications_one_waits') ? new ApiError('application_waits') : error
      })
    if (!application) throw new Error('insert returned no row')
    return application
  })
  return presentApplication(row, { links: app.fileLinks, now })
}

async function approve(
  tx: Database,
  { id, userId }: ApplicationRow,
  { effect, now }: { effect: CoachEffect; now: Date },
): Promise<void> {
  const { nickname } = await makeCoach(tx, userId)
  await effect(tx, { userId, nickname, now })
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '教练认证已通过',
    content: '您已成为教练，可以添加课程、关联场馆并开始接课了',
    about: { kind: 'registration', id },
  })
}

async function notifyRefused(tx: Database, { id, userId }: ApplicationRow, reason: string): Promise<void> {
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '教练认证未通过',
    content: reason === '' ? '您的教练申请未通过，可以补充资料后重新提交' : `您的教练申请未通过：${reason}`,
    about: { kind: 'registration', id },
  })
}

/**
 * An operator decides once, and the player is notified. Approved players become coaches at once, also in their current
 * sessions. They are verified and get a one-person company. The same verdict again answers the present state.
 */
const decideApplication =
  (effect: CoachEffect) =>
  ({ params: { id }, body, staff: { id: actorId }, db, now, app }: Handled<typeof api.decideApplication>) => {
    const { approve: isApproved } = body
    const reason = body.reason?.trim() ?? ''
    const verdict = isApproved ? APPROVAL.APPROVED : APPROVAL.REJECTED
    return db.transaction(async (tx) => {
      // Nobody else can decide it meanwhile.
      const [row] = await tx.select().from(coachApplications).where(eq(coachApplications.id, id)).for('update')
      if (!row) throw new ApiError('application_not_found')
      if (row.approveStatus === APPROVAL.PENDING) {
        await tx
          .update(coachApplications)
          .set({ approveStatus: verdict, reason, decidedAt: now })
          .where(eq(coachApplications.id, id))
        if (isApproved) await approve(tx, row, { effect, now })
        else await notifyRefused(tx, row, reason)
        // The real name is deleted with the application when the account is closed. The audit event stays, so it uses
        // the number.
        const ofUser = `用户（编号 ${row.userId}）的教练认证`
        await recordAuditEvent(tx, {
          actorId,
          action: isApproved ? 'coach-application.approve' : 'coach-application.reject',
          objectId: id,
          summary: isApproved ? `通过${ofUser}` : `未通过${ofUser}：${reason}`,
          now,
        })
      } else if (row.approveStatus !== verdict) throw new ApiError('application_decided')
      const [decided] = await selectWithUser(tx).where(eq(coachApplications.id, id))
      if (!decided) throw new Error('an application vanished inside its transaction')
      return presentForOperator(decided, { links: app.fileLinks, now })
    })
  }

/** @param effect what other areas do for a new coach */
export default (effect: CoachEffect) =>
  plugin([
    handle(api.readRegistInfo, async ({ params: { id: userId }, user: { id: actorId }, db, now, app, request }) => {
      if (userId !== actorId) throw new ApiError('data_of_others')
      const player = await viewPlayer(db, { userId, actorId, now, origin: originOf(request) })
      const [latest] = await db
        .select()
        .from(coachApplications)
        .where(eq(coachApplications.userId, userId))
        .orderBy(desc(coachApplications.id))
        .limit(1)
      return {
        isRegistered: player.registerTypes.includes('player'),
        registerTypes: player.registerTypes,
        player,
        coach: latest ? presentApplication(latest, { links: app.fileLinks, now }) : null,
        levelIsOwn: await isLevelOwn(db, userId),
      }
    }),

    handle(api.applyAsCoach, applyAsCoach),

    // Waiting ones come first, the oldest on top. Decided ones follow, the latest first.
    handle(api.listApplications, ({ query, db, now, app }) => {
      const { approveStatus, state } = query
      const isOfState = state === 'waiting' ? eq : ne
      const isDecided = sql`${coachApplications.approveStatus} <> ${APPROVAL.PENDING}`
      return pageOf(db, selectWithUser(db), {
        where: and(
          approveStatus === undefined ? undefined : eq(coachApplications.approveStatus, approveStatus),
          state && isOfState(coachApplications.approveStatus, APPROVAL.PENDING),
        ),
        order: [isDecided, sql`case when ${isDecided} then -${coachApplications.id} else ${coachApplications.id} end`],
        query,
        present: (row) => presentForOperator(row, { links: app.fileLinks, now }),
      })
    }),

    handle(api.getApplication, async ({ params: { id }, db, now, app }) => {
      const [application] = await selectWithUser(db).where(eq(coachApplications.id, id))
      if (!application) throw new ApiError('application_not_found')
      return presentForOperator(application, { links: app.fileLinks, now })
    }),

    handle(api.decideApplication, decideApplication(effect)),
  ])
