import { uploadStaffFile } from '@paidang/api/areas/ground/files'
import type { StaffRole } from '@paidang/domain/kernel/access'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { files } from '../../../tables/files.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { givenCategory, givenProduct } from '../../../testing/given-shop.ts'
import { pictureForm } from '../../../testing/multipart-form.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupUploads } from './cleanup-uploads.ts'

const server = await startTestServer()
const { db, clock, request, staffTokenOf } = server

const picture = () =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

async function upload(purpose: string, role: Exclude<StaffRole, 'company'> = 'operator') {
  const form = pictureForm(await picture())
  return request({
    method: uploadStaffFile.method,
    url: `/aaapi${uploadStaffFile.path}?purpose=${purpose}`,
    ...form,
    headers: { ...form.headers, authorization: `Bearer ${await staffTokenOf(role)}` },
  })
}

test.each([
  ['advert', /^public\/adverts\/[A-Za-z0-9_-]{22}\.webp$/],
  ['product', /^public\/products\/[A-Za-z0-9_-]{22}\.webp$/],
  ['venue', /^public\/venues\/[A-Za-z0-9_-]{22}\.webp$/],
])('a picture for %s belongs to the operator, and everybody sees it', async (purpose, path) => {
  const { data } = (await upload(purpose)).json()
  expect(data.relativePath).toMatch(path)
  expect(await db.select().from(files)).toMatchObject([
    { relativePath: data.relativePath, ownerId: null, staffId: expect.any(String), width: 64 },
  ])
  const shown = await request({ url: data.url })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
})

test.each(['avatar', 'contract', 'elsewhere'])('an operator cannot upload a picture for %s', async (purpose) => {
  expect((await upload(purpose)).statusCode).toBe(400)
  expect(await db.$count(files)).toBe(0)
})

test('a shop cannot upload adverts', async () => {
  expect((await upload('advert', 'owner')).statusCode).toBe(403)
})

test('after a day a picture that no product shows is removed, and one in use stays', async () => {
  const [used, unused] = [(await upload('product')).json().data, (await upload('product')).json().data]
  await givenProduct(db, { categoryId: await givenCategory(db), pictures: used.relativePath })
  clock.set(new Date(TEST_NOW.getTime() + 25 * 3_600_000))
  expect(await runJob(server, cleanupUploads)).toEqual([])
  expect((await request({ url: used.url })).statusCode).toBe(200)
  expect((await request({ url: unused.url })).statusCode).toBe(404)
})
