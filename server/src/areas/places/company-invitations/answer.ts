import * as api from '@paidang/api/areas/places/company-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  INVITATION_STEPS,
  type InvitationStep,
  invitationStepFault,
  partIn,
} from '@paidang/domain/areas/places/company-invitations/invitations'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { coachCourses, companyInvitations, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { notify } from '../../ground/messages/notify.ts'
import { followUserType } from '../companies/follow-user-type.ts'
import { type LockedCompany, lockCompany } from '../companies/lock-own-company.ts'
import { requestAssociation } from '../venues/associations.ts'
import { about, assertTerms, endBesides, keptPhone, record, sortedIds } from './open-invitations.ts'
import {
  assertPart,
  faultOfJoining,
  type Invitation,
  isLink,
  type People,
  peopleOf,
  readInvitation,
  type Viewer,
} from './rows.ts'

type Taken = { invitation: Invitation; company: LockedCompany; people: People; isDone: boolean }

/**
 * Locks the company and then the invitation, for one step. The company's lock puts every change of its members and
 * invitations into one order. A step that was taken before is done.
 *
 * @throws ApiError as `assertPart`; action_forbidden, or how it ended
 */
async function lockForStep(tx: Database, id: string, step: InvitationStep, viewer: Viewer): Promise<Taken> {
  const [known] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id))
  const company = known && (await lockCompany(tx, known.companyId))
  const [invitation] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id)).for('update')
  if (!company || !invitation) throw new ApiError('company_invitation_not_found')
  const people = await peopleOf(tx, invitation, company.adminId, viewer)
  assertPart(invitation, people, viewer)
  const fault = invitationStepFault(step, invitation, people, viewer.now)
  const isTheirs = INVITATION_STEPS[step].by === partIn(invitation.kind, people)
  const isDone = isTheirs && step !== 'CHANGE' && invitation.state === INVITATION_STEPS[step].to
  if (fault && !isDone) throw new ApiError(fault)
  return { invitation, company, people, isDone }
}

async function end(
  tx: Database,
  { id }: Invitation,
  step: 'ACCEPT' | 'REFUSE' | 'WITHDRAW',
  { actorId, now, ...set }: Partial<Invitation> & { actorId: string; now: Date },
): Promise<void> {
  const ended = { ...set, state: INVITATION_STEPS[step].to, endedAt: now, phone: set.coachId ? null : keptPhone }
  await tx.update(companyInvitations).set(ended).where(eq(companyInvitations.id, id))
  await record(tx, { id, actorId, now }, step)
}

/** Makes the coach a member who teaches by the terms of the invitation. Runs under the company's lock. */
async function join(tx: Database, { coachId, company, terms, now }: Joining): Promise<void> {
  const fault = await faultOfJoining(tx, { userId: coachId, company, now })
  if (fault) throw new ApiError(fault)
  await tx.insert(companyMembers).values({ companyId: company.id, userId: coachId, createdAt: now })
  // A course that was deleted meanwhile is left out.
  const offered = and(
    inArray(courses.id, terms.courseIds),
    eq(courses.companyId, company.id),
    eq(courses.delFlag, false),
  )
  const taught = await tx.select({ courseId: courses.id }).from(courses).where(offered).orderBy(courses.id)
  if (taught.length > 0)
    await tx
      .insert(coachCourses)
      .values(taught.map((course) => ({ ...course, coachId })))
      .onConflictDoNothing()
  // So is a venue that was taken off. They are locked in the order of their ids.
  const open = await tx
    .select({ id: venues.id })
    .from(venues)
    .where(and(inArray(venues.id, terms.venueIds), eq(venues.approveStatus, 1)))
    .orderBy(venues.id)
  for (const { id: venueId } of open)
    await requestAssociation(tx, { coachId, venueId, vouchedBy: company.adminId, now })
  await followUserType(tx, coachId)
}

/** What other areas do for a coach who joined a company, who may have left it before. */
export type JoinEffect = (tx: Database, joined: { coachId: string; companyId: string; now: Date }) => Promise<void>

type Terms = Pick<Invitation, 'courseIds' | 'venueIds'>
type Joining = { coachId: string; company: LockedCompany; terms: Terms; now: Date }

/** What was agreed is what was seen: another revision is refused. Of several answers at once the first one counts. */
const answer =
  (effect: JoinEffect) =>
  ({ params: { id }, body, user: { id: actorId }, db, now }: Handled<typeof api.answerInvitation>) =>
    db.transaction(async (tx) => {
      const viewer = { id: actorId, token: body.token, now }
      const step = body.agree ? 'ACCEPT' : 'REFUSE'
      const { invitation, company, people, isDone } = await lockForStep(tx, id, step, viewer)
      if (isDone) return readInvitation(tx, id, viewer)
      if (company.closedAt) throw new ApiError('company_closed')
      const coachId = people.isCoach ? actorId : invitation.coachId
      if (coachId === null) throw new Error('a request of nobody')
      const row = { id, revision: invitation.revision }
      await assertSeen(tx, 'company_invitations', { seen: body.revision, row }, () => readInvitation(tx, id, viewer))
      const terms = people.isAdmin
        ? { courseIds: sortedIds(body.courseIds ?? []), venueIds: sortedIds(body.venueIds ?? []) }
        : { courseIds: invitation.courseIds, venueIds: invitation.venueIds }
      if (body.agree) {
        if (people.isAdmin) await assertTerms(tx, company, terms)
        await join(tx, { coachId, company, terms, now })
        const joined = { coachId, companyId: company.id, now }
        await effect(tx, joined)
        await endBesides(tx, { id, ...joined })
      } else if (isLink(invitation)) {
        // A player who came across the link would end it for the coach whom it is meant for.
        const fault = await faultOfJoining(tx, { userId: coachId, company, now })
        if (fault) throw new ApiError(fault)
      }
      await end(tx, invitation, step, { actorId, now, coachId, ...(body.agree && terms) })
      const [coach] = await tx.select({ nickname: users.nickname }).from(users).where(eq(users.id, coachId))
      await notify(tx, {
        receiverIds: [people.isAdmin ? coachId : company.adminId],
        senderId: actorId,
        category: 'systemNotice',
        ...answerText({
          isAdmin: people.isAdmin,
          agree: body.agree,
          coach: coach?.nickname ?? '',
          company: company.companyName,
        }),
        about: body.agree ? { kind: 'company', id: company.id } : about(id),
      })
      return readInvitation(tx, id, viewer)
    })

type Answered = { isAdmin: boolean; agree: boolean; coach: string; company: string }

function answerText({ isAdmin, agree, coach, company }: Answered): { title: string; content: string } {
  if (isAdmin)
    return agree
      ? { title: '加入申请已通过', content: `您已加入${company}` }
      : { title: '加入申请未通过', content: `${company} 未同意您的加入申请` }
  return agree
    ? { title: '教练已加入', content: `${coach} 已加入${company}` }
    : { title: '教练没有加入', content: `${coach} 没有接受${company}的邀请` }
}

/** A coach who already has the invitation is told. The same terms change nothing. */
function change({ params: { id }, body, user: { id: actorId }, db, now }: Handled<typeof api.changeInvitation>) {
  return db.transaction(async (tx) => {
    const viewer = { id: actorId, now }
    const { invitation, company } = await lockForStep(tx, id, 'CHANGE', viewer)
    const row = { id, revision: invitation.revision }
    await assertSeen(tx, 'company_invitations', { seen: body.revision, row }, () => readInvitation(tx, id, viewer))
    const terms = { courseIds: sortedIds(body.courseIds), venueIds: sortedIds(body.venueIds) }
    await assertTerms(tx, company, terms)
    const isSame =
      `${terms.courseIds}` === `${invitation.courseIds}` && `${terms.venueIds}` === `${invitation.venueIds}`
    if (isSame) return readInvitation(tx, id, viewer)
    await tx.update(companyInvitations).set(terms).where(eq(companyInvitations.id, id))
    await record(tx, { id, actorId, now }, 'CHANGE')
    if (invitation.coachId)
      await notify(tx, {
        receiverIds: [invitation.coachId],
        senderId: actorId,
        category: 'systemNotice',
        title: '邀请的条件有更新',
        content: `${company.companyName}：条件有更新，请再看一遍`,
        about: about(id),
      })
    return readInvitation(tx, id, viewer)
  })
}

function withdraw({ params: { id }, user: { id: actorId }, db, now }: Handled<typeof api.withdrawInvitation>) {
  return db.transaction(async (tx) => {
    const viewer = { id: actorId, now }
    const { invitation, isDone } = await lockForStep(tx, id, 'WITHDRAW', viewer)
    if (!isDone) await end(tx, invitation, 'WITHDRAW', { actorId, now })
    return readInvitation(tx, id, viewer)
  })
}

export default (effect: JoinEffect) =>
  plugin([
    handle(api.changeInvitation, change),
    handle(api.answerInvitation, answer(effect)),
    handle(api.withdrawInvitation, withdraw),
  ])
