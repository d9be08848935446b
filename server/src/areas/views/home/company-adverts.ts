import * as api from '@paidang/api/areas/views/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { advertStateOf, MAX_OPEN_OF_COMPANY, PLAIN_ADVERT } from '@paidang/domain/areas/views/home/advert'
import { COMPANY_TARGET_KINDS, routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { CompanyAdmin } from '../../../http/session.ts'
import { adverts } from '../../../tables/home.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { dropPending } from '../../ground/content/submissions.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { lockOwnCompany } from '../../places/companies/lock-own-company.ts'
import { endOf, listDays, MAX_TARGETS, presentAll, presentOne, soundAdvertOf } from './adverts.ts'
import { type AdvertRow, findThings, readThing } from './targets.ts'

const TEXTS = ['label', 'title', 'subtitle', 'terms'] as const

/** What of an advert is checked before others see it. */
const contentOf = (form: { label: string; title: string; subtitle: string; terms?: string; image: string | null }) => ({
  ...Object.fromEntries(TEXTS.map((name) => [name, oneValue(form[name] ?? '')])),
  image: oneValue(form.image),
})

/** What others see of an advert. */
export async function readAdvertTexts(
  db: Database,
  id: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const { label, title, subtitle, terms, image } = adverts
  const [row] = await db.select({ label, title, subtitle, terms, image }).from(adverts).where(eq(adverts.id, id))
  return row
}

/** Publishes an approved value of an advert. */
export async function showOnAdvert(tx: Database, id: string, field: string, value: string): Promise<void> {
  if (field !== 'image' && !TEXTS.some((name) => name === field)) throw new Error(`no checked field ${field}`)
  await tx
    .update(adverts)
    .set({ [field]: value })
    .where(eq(adverts.id, id))
}

const isOwn = (companyId: string) => and(eq(adverts.companyId, companyId), isNotNull(adverts.authorId))

/** @throws ApiError advert_not_found, also for one of another company or of operators */
async function findOwn(db: Database, id: string, { companyId }: CompanyAdmin): Promise<AdvertRow> {
  const [row] = await db
    .select()
    .from(adverts)
    .where(and(eq(adverts.id, id), isOwn(companyId)))
  if (!row) throw new ApiError('advert_not_found')
  return row
}

const check = (
  { body, app, request }: { body: api.CompanyAdvertForm; app: FastifyInstance; request: FastifyRequest },
  objectId?: string,
): Promise<Verdicts> =>
  checkContent(app, { kind: 'advert', objectId, values: contentOf(body), actorId: request.admin?.id, request })

type Sent = { form: api.CompanyAdvertForm; verdicts: Verdicts; admin: CompanyAdmin; now: Date }

/** What of a form others see from now on, and what waits. @throws ApiError any refusal of the form */
async function sortForm(tx: Database, { form, verdicts, admin, now }: Sent, present: AdvertRow | undefined) {
  const { texts, schedule } = soundAdvertOf(form)
  const { image, target } = form
  if (target !== null) {
    const thing = await readThing(tx, target, now)
    if (!thing?.owners.includes(admin.companyId) || !COMPANY_TARGET_KINDS.some((kind) => kind === thing.kind))
      throw new ApiError('advert_target_unknown')
  }
  if (image !== null && image !== present?.image)
    await assertOwnFile(tx, { relativePath: image, purpose: 'photo', actorId: admin.id })
  const shown = present ?? { label: '', title: PLAIN_ADVERT, subtitle: '', terms: '', image: null }
  const sorted = sortOut({
    kind: 'advert',
    submitted: contentOf({ ...texts, image }),
    present: contentOf(shown),
    verdicts,
  })
  const { applied } = sorted
  const fields = {
    ...Object.fromEntries(TEXTS.map((name) => [name, applied[name]?.[0] ?? ''])),
    title: applied.title?.[0] ?? shown.title,
    image: applied.image?.[0] ?? null,
    target,
    ...schedule,
    goneAt: null,
  }
  return { fields, sorted }
}

/** Runs under the lock of the company, so that simultaneous presses see each other. */
async function assertRoom(tx: Database, companyId: string, now: Date): Promise<void> {
  if ((await tx.$count(adverts, and(isOwn(companyId), gt(adverts.endsAt, now)))) > MAX_OPEN_OF_COMPANY)
    throw new ApiError('adverts_of_company_too_many')
}

/** Whether an advert that has not ended says the same as this form, with what of it still waits. */
const isSame = ({ pending, ...advert }: api.ManagedAdvert, form: api.CompanyAdvertForm) =>
  [...TEXTS, 'image' as const].every((name) => {
    const value = form[name]?.trim() ?? ''
    return (advert[name] ?? '') === value || pending.some((one) => one.field === name && one.value === value)
  }) &&
  advert.target === form.target &&
  Date.parse(advert.beginsAt) === Date.parse(form.beginsAt) &&
  Date.parse(advert.endsAt) === Date.parse(form.endsAt)

type Checked = { prepared: Verdicts }

function create({ body: form, prepared, admin, db, now }: Handled<typeof api.createCompanyAdvert> & Checked) {
  return db.transaction(async (tx) => {
    await lockOwnCompany(tx, admin.companyId, admin.id)
    const open = await tx
      .select()
      .from(adverts)
      .where(and(isOwn(admin.companyId), gt(adverts.endsAt, now)))
    const same = (await presentAll(tx, open, now)).find((advert) => isSame(advert, form))
    if (same) return same
    const { fields, sorted } = await sortForm(tx, { form, verdicts: prepared, admin, now }, undefined)
    const row = { ...fields, place: 'home' as const, companyId: admin.companyId, authorId: admin.id, createdAt: now }
    const [made] = await tx.insert(adverts).values(row).returning()
    if (!made) throw new Error('insert returned no row')
    await holdBack(tx, sorted, { objectId: made.id, actorId: admin.id, now })
    await assertRoom(tx, admin.companyId, now)
    return presentOne(tx, made, now)
  })
}

function update({
  params: { id },
  body: { revision: seen, ...form },
  prepared,
  admin,
  db,
  now,
}: Handled<typeof api.updateCompanyAdvert> & Checked) {
  return db.transaction(async (tx) => {
    await lockOwnCompany(tx, admin.companyId, admin.id)
    await findOwn(tx, id, admin)
    await assertSeenRow(tx, 'adverts', { id, seen })
    const present = await findOwn(tx, id, admin)
    const { fields, sorted } = await sortForm(tx, { form, verdicts: prepared, admin, now }, present)
    await tx
      .update(adverts)
      .set({ ...fields, authorId: admin.id })
      .where(eq(adverts.id, id))
    await holdBack(tx, sorted, { objectId: id, actorId: admin.id, now })
    await assertRoom(tx, admin.companyId, now)
    return presentOne(tx, await findOwn(tx, id, admin), now)
  })
}

export default plugin([
  handle(api.advertsOfCompany, async ({ query, admin, db, now }) => {
    const { rows, total } = await pageOf(db, db.select().from(adverts).$dynamic(), {
      where: isOwn(admin.companyId),
      order: [desc(adverts.id)],
      query,
      present: (row) => row,
    })
    return { rows: await presentAll(db, rows, now), total }
  }),

  handle(api.findCompanyTargets, async ({ query: { kind, keyword = '' }, admin, db, now }) => {
    const things = await findThings(db, {
      kind,
      keyword: keyword.trim(),
      limit: MAX_TARGETS,
      now,
      companyId: admin.companyId,
    })
    return things.map(({ id, name }) => ({ id, name, target: routeToThing({ kind, id }) }))
  }),

  handle(api.advertOfCompany, async ({ params, admin, db, now }) =>
    presentOne(db, await findOwn(db, params.id, admin), now),
  ),

  handle(api.companyAdvertDays, async ({ params: { id }, admin, db }) => {
    await findOwn(db, id, admin)
    return listDays(db, id)
  }),

  handle(api.createCompanyAdvert, { prepare: (asked) => check(asked), handle: create }),

  handle(api.updateCompanyAdvert, { prepare: (asked) => check(asked, asked.params.id), handle: update }),

  // What has not begun leaves nothing behind.
  handle(api.endCompanyAdvert, ({ params: { id }, body: { revision: seen }, admin, db, now }) =>
    db.transaction(async (tx) => {
      await lockOwnCompany(tx, admin.companyId, admin.id)
      const advert = await findOwn(tx, id, admin)
      await assertSeenRow(tx, 'adverts', { id, seen })
      const state = advertStateOf(advert, now)
      if (state === 'over') throw new ApiError('advert_over')
      await dropPending(tx, { kind: 'advert', objectId: id })
      if (state === 'coming') await tx.delete(adverts).where(eq(adverts.id, id))
      else
        await tx
          .update(adverts)
          .set({ endsAt: endOf(advert, now) })
          .where(eq(adverts.id, id))
      return null
    }),
  ),
])
