import * as api from '@paidang/api/areas/people/profile'
import * as registration from '@paidang/api/areas/people/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import type { ContentValues } from '@paidang/domain/areas/ground/content/content'
import { whyNotStateLevel } from '@paidang/domain/areas/people/profile/level'
import { nicknameFault } from '@paidang/domain/areas/people/profile/nickname'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen, countRevision } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { hasBlacklisted } from '../../ground/blacklist/read-blocked.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { lookAtPeople } from '../relations/look-at-people.ts'
import { insertLevelChange, listLevelSources } from './levels.ts'
import { lockPerson, pathsOf, type UserRow, updateUser } from './profile-row.ts'
import { viewPlayer } from './view-player.ts'

/** The fields that a player sends; a field that is left out stays. */
type Form = Received<typeof registration.savePlayer>['body']
type Content = ContentValues<'user'>

/** Source: issue "People", nice photos */
const MAX_PHOTOS = 9

/** The column that a field of the form overwrites. Fields that are not sent stay, so a change of them is no clash. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Lists each column by name, so unknown fields of the body never reach the row. */
function saidOf({ nickname, ...form }: Form): Partial<UserRow> {
  const fault = nickname === undefined ? undefined : nicknameFault(nickname)
  if (fault) throw new ApiError(fault)
  return {
    ...(form.gender !== undefined && { gender: form.gender, genderStated: true }),
    ...(form.sport !== undefined && { sport: form.sport }),
    ...(form.handedness !== undefined && { handedness: form.handedness, handStated: true }),
    ...(form.backhandStyle !== undefined && { backhandStyle: form.backhandStyle, backhandStated: true }),
    ...(form.wechatIdOpen !== undefined && { wechatIdOpen: form.wechatIdOpen }),
  }
}

/** The fields of a form that are checked before others see them. */
function profileContent({ nickname, description, region, wechatId, avatar, nicePhotos }: Form): Content {
  return {
    ...(nickname !== undefined && { nickname: oneValue(nickname) }),
    ...(description !== undefined && { description: oneValue(description) }),
    ...(region !== undefined && { region: oneValue(region) }),
    ...(wechatId !== undefined && { wechatId: oneValue(wechatId) }),
    ...(avatar !== undefined && { avatar: oneValue(avatar) }),
    ...(nicePhotos !== undefined && { nicePhotos: [...new Set(nicePhotos)] }),
  }
}

/** The checked fields of a profile, as others see them. */
function contentOf({ nickname, description, region, wechatId, avatar, nicePhotos }: UserRow): Content {
  return {
    nickname: [nickname],
    description: oneValue(description),
    region: oneValue(region),
    wechatId: oneValue(wechatId),
    avatar: oneValue(avatar),
    nicePhotos: pathsOf(nicePhotos),
  }
}

/** The columns of a profile that a form changes. */
function columnsOf({ nickname, description, region, wechatId, avatar, nicePhotos }: Content): Partial<UserRow> {
  return {
    ...(nickname?.[0] !== undefined && { nickname: nickname[0] }),
    ...(description && { description: description[0] ?? '' }),
    ...(region && { region: region[0] ?? '' }),
    ...(wechatId && { wechatId: wechatId[0] ?? null }),
    ...(avatar && { avatar: avatar[0] ?? null }),
    ...(nicePhotos && { nicePhotos: nicePhotos.join(',') }),
  }
}

async function assertOwnPictures(
  tx: Database,
  { avatar, nicePhotos = [] }: Form,
  { id: actorId, ...present }: UserRow,
): Promise<void> {
  if (typeof avatar === 'string' && avatar !== present.avatar) {
    await assertOwnFile(tx, { relativePath: avatar, purpose: 'avatar', actorId })
  }
  if (nicePhotos.length > MAX_PHOTOS) throw new ApiError('nice_photos_too_many')
  const shown = pathsOf(present.nicePhotos)
  for (const relativePath of nicePhotos.filter((path) => !shown.includes(path))) {
    await assertOwnFile(tx, { relativePath, purpose: 'photo', actorId })
  }
}

async function stateLevel(
  tx: Database,
  { id: userId, level: present }: UserRow,
  { form, now }: { form: Form; now: Date },
): Promise<void> {
  const { level } = form
  if (level === undefined) return
  const sources = await listLevelSources(tx, userId)
  // Sending the current level changes nothing. The first one is recorded even when it is the usual one.
  if (level === present && sources.length > 0) return
  const refusal = whyNotStateLevel(level, sources)
  if (refusal) throw new ApiError(refusal)
  await updateUser(tx, userId, { level, rating: level })
  await countRevision(tx, 'users', userId, 'level')
  await insertLevelChange(tx, { userId, source: 'SELF', level, createdAt: now })
}

export default plugin([
  /**
   * With `registers` it also completes the registration. The player may state the level until a coach has assessed it or
   * results have moved it. A picture must be an upload of the player for that place, or be there already. Values that
   * others see and that no check passed are held until they are approved.
   */
  handle(registration.savePlayer, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, { kind: 'user', objectId: user.id, values: profileContent(body), actorId: user.id, request }),
    async handle({ body: form, prepared: verdicts, user: { id: actorId }, db, now, request }) {
      const viewing = { userId: actorId, actorId, now, origin: originOf(request) }
      await db.transaction(async (tx) => {
        const present = await lockPerson(tx, actorId)
        const said = saidOf(form)
        const { revision: seen, ...sent } = form
        await assertSeen(tx, 'users', { seen, row: present, of: Object.keys(sent).map(columnOf) }, () =>
          viewPlayer(tx, viewing),
        )
        await assertOwnPictures(tx, form, present)
        const sorted = sortOut({ kind: 'user', submitted: profileContent(form), present: contentOf(present), verdicts })
        const change = { ...said, ...columnsOf(sorted.applied) }
        await updateUser(tx, actorId, {
          ...change,
          ...(form.registers && { registeredAt: present.registeredAt ?? now }),
        })
        await holdBack(tx, sorted, { objectId: actorId, actorId, now })
        await stateLevel(tx, present, { form, now })
      })
      return viewPlayer(db, viewing)
    },
  }),

  handle(api.getPlayerView, async ({ params: { id: userId }, user, db, now, request }) => {
    const tied = await lookAtPeople(db, { userIds: [userId], actorId: user.id, now })
    return viewPlayer(db, { userId, actorId: user.id, isTied: tied.has(userId), now, origin: originOf(request) })
  }),

  // For every user whom the coach has not blocked. The companies are those that the coach teaches for, clubs first.
  handle(api.getCoachView, async ({ params: { id: coachId }, user, db }) => {
    const { id, userType, nickname, avatar, likesCount: likeCount } = users
    const [coach] = await db
      .select({ id, userType, nickname, avatar, likeCount })
      .from(users)
      .where(and(eq(users.id, coachId), ne(users.userType, USER_TYPES.PLAYER), isNull(users.closedAt)))
    if (!coach || (await hasBlacklisted(db, coachId, user.id))) throw new ApiError('coach_not_found')
    const { companyName, isPerson, adminId } = companies
    const taughtFor = await db
      .select({ id: companies.id, companyName, isPerson, adminId })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.companyId))
      .where(eq(companyMembers.userId, coachId))
      .orderBy(companies.isPerson, companies.id)
    return {
      ...coach,
      companies: taughtFor.map(({ adminId, ...company }) => ({ ...company, isAdmin: adminId === coachId })),
    }
  }),

  handle(api.setTakesStudents, async ({ body: { takesStudents }, user: { id }, db }) => {
    await updateUser(db, id, { takesStudents })
    return { takesStudents }
  }),
])
