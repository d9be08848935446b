import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@paidang/api/areas/ground/files'
import type { InjectOptions } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { files } from '../../../tables/files.ts'
import { givenCoach, givenPlayer } from '../../../testing/builders.ts'
import { formOf, pictureForm } from '../../../testing/multipart-form.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, request, tokenOf, another } = await startTestServer()

const MAX_BYTES = 2_097_152
const pixels = { width: 64, height: 40, channels: 3 as const, background: '#0a7' }
const jpeg = () => sharp({ create: pixels }).jpeg().toBuffer()

type Form = Pick<InjectOptions, 'headers' | 'payload'>

async function upload(
  userId: string,
  form: Form,
  { purpose = 'venue', key, at = app }: { purpose?: string | null; key?: string; at?: typeof app } = {},
) {
  const authorization = `Bearer ${await tokenOf(userId)}`
  return at.inject({
    method: uploadFile.method,
    url: `/aaapi${uploadFile.path}${purpose === null ? '' : `?purpose=${purpose}`}`,
    ...form,
    headers: { ...form.headers, authorization, ...(key && { 'idempotency-key': key }) },
  })
}

/** Every file below the files directory, including unfinished ones. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(app.filesDirectory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Expects a refusal that stores neither a row nor a file. */
async function expectRefused(form: Form, refusal: { status: number; code: string; msg?: string }) {
  const userId = await givenPlayer(db)
  const before = await storedFiles()
  const { status, ...body } = refusal
  const answer = await upload(userId, form)
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { success: false, ...body }])
  expect(await db.$count(files)).toBe(0)
  expect(await storedFiles()).toEqual(before)
}

test('a venue picture is stored as WebP with a thumbnail, and everybody may see both', async () => {
  const userId = await givenCoach(db)
  const answer = await upload(
    userId,
    pictureForm(
      await sharp({ create: { ...pixels, width: 900 } })
        .png()
        .toBuffer(),
    ),
  )
  expect(answer.statusCode).toBe(200)
  const { data, msg } = answer.json()
  expect(msg).toBe('图片上传成功')
  expect(data).toMatchObject({ width: 900, height: 40, url: `/aaapi/files/${data.relativePath}` })
  expect(data.relativePath).toMatch(/^public\/venues\/[A-Za-z0-9_-]{22}\.webp$/)
  expect(await db.select().from(files)).toMatchObject([
    { relativePath: data.relativePath, ownerId: userId, width: 900 },
  ])

  const picture = await request({ url: data.url })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 900 })
  const small = await request({ url: data.url.replace('.webp', '-thumb.webp') })
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320 })
})

test('a contract photo is private, and its uploader gets a link to it', async () => {
  const { data } = (await upload(await givenPlayer(db), pictureForm(await jpeg()), { purpose: 'contract' })).json()
  expect(data.relativePath).toMatch(/^private\/contracts\/[A-Za-z0-9_-]{22}\.webp$/)
  expect((await request({ url: `/aaapi/files/${data.relativePath}` })).statusCode).toBe(404)
  expect((await request({ url: data.url })).statusCode).toBe(200)
})

test('the metadata of the camera is removed, and the picture is turned upright', async () => {
  const photo = await sharp({ create: pixels })
    .withExif({ IFD0: { Make: 'a telephone' }, IFD3: { GPSLatitude: '31/1 10/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { data } = (await upload(await givenPlayer(db), pictureForm(photo))).json()
  expect(data).toMatchObject({ width: 40, height: 64 })
  const stored = await sharp((await request({ url: data.url })).rawPayload).metadata()
  expect(stored).toMatchObject({ width: 40, height: 64 })
  expect([stored.exif, stored.xmp, stored.icc, stored.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a photo of 40 megapixels within 2 MB is accepted and scaled down', async () => {
  const photo = await sharp({ create: { ...pixels, width: 7360, height: 5520 } })
    .jpeg({ quality: 50 })
    .toBuffer()
  expect(photo.length).toBeLessThan(MAX_BYTES)
  const { data } = (await upload(await givenPlayer(db), pictureForm(photo))).json()
  expect(data).toMatchObject({ width: 2048, height: 1536 })
})

test('exactly 2,097,152 bytes are accepted, one more is refused', async () => {
  // A decoder ignores bytes after the end of a JPEG.
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(MAX_BYTES)])
  expect((await upload(await givenPlayer(db), pictureForm(padded.subarray(0, MAX_BYTES)))).statusCode).toBe(200)
})

test.each([1, 20_000, 5_000_000])('a file that is %i bytes over the limit is too large', async (more) => {
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(MAX_BYTES + more)])
  const form = pictureForm(padded.subarray(0, MAX_BYTES + more))
  await expectRefused(form, { status: 413, code: 'picture_too_large', msg: '图片大小不能超过2MB' })
})

/**
 * The largest size of each format, chosen so that decoding takes less than a second. A JPEG of one scan is decoded at a
 * fraction of its size.
 */
const BORDERS: [string, (picture: Sharp) => Sharp, [number, number]][] = [
  ['a JPEG', (picture) => picture.jpeg(), [7100, 7100]],
  ['a JPEG in several scans', (picture) => picture.jpeg({ progressive: true }), [5000, 4000]],
  ['a PNG', (picture) => picture.png({ palette: true }), [5000, 4000]],
  ['an interlaced PNG', (picture) => picture.png({ palette: true, progressive: true }), [5000, 4000]],
  ['a WebP', (picture) => picture.webp({ effort: 0 }), [5000, 4000]],
]

test.each(BORDERS)(
  '%s is accepted up to its limit, and refused by its header above it',
  async (_what, as, [width, height]) => {
    const of = (size: { width: number; height: number }) => as(sharp({ create: { ...pixels, ...size } })).toBuffer()
    const atBorder = await upload(await givenPlayer(db), pictureForm(await of({ width, height })))
    expect(atBorder.json()).toMatchObject({ code: 0 })
    const beyond = await upload(await givenPlayer(db), pictureForm(await of({ width, height: height + 20 })))
    expect([beyond.statusCode, beyond.json().code]).toEqual([400, 'picture_too_many_pixels'])
  },
)

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['a text that is called photo.jpg', () => Buffer.from('这不是图片')],
  ['an empty file', () => Buffer.alloc(0)],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF', () => sharp({ create: pixels }).gif().toBuffer()],
  ['a TIFF', () => sharp({ create: pixels }).tiff().toBuffer()],
  [
    'half a JPEG',
    async () =>
      (
        await sharp({ create: { ...pixels, width: 900, height: 900 } })
          .jpeg()
          .toBuffer()
      ).subarray(0, 3000),
  ],
  [
    'half a PNG',
    async () =>
      (
        await sharp({ create: { ...pixels, width: 900, height: 900 } })
          .png()
          .toBuffer()
      ).subarray(0, 900),
  ],
  ['the beginning of a JPEG and nothing more', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
])('%s is refused as unsupported', async (_what, content) => {
  await expectRefused(pictureForm(await content()), { status: 400, code: 'picture_unsupported', msg: '图片格式不支持' })
})

test.each<[string, (picture: Buffer) => Form, { status: number; code: string }]>([
  [
    'two files',
    (p) => formOf({ filename: 'a', content: p }, { filename: 'b', content: p }),
    { status: 400, code: 'input_invalid' },
  ],
  [
    'a text beside the file',
    (p) => formOf({ filename: 'a', content: p }, { name: 'userId', content: '7' }),
    { status: 400, code: 'input_invalid' },
  ],
  ['a text instead of a file', () => formOf({ content: 'no file' }), { status: 400, code: 'input_invalid' }],
  [
    'a part of another name',
    (p) => formOf({ name: 'avatar', filename: 'a', content: p }),
    { status: 400, code: 'input_invalid' },
  ],
  [
    'a part called __proto__',
    (p) => formOf({ name: '__proto__', filename: 'a', content: p }),
    { status: 400, code: 'input_invalid' },
  ],
  ['no part', () => formOf(), { status: 400, code: 'input_invalid' }],
  [
    'a form that is cut off',
    (p) => ({ ...pictureForm(p), payload: pictureForm(p).payload.subarray(0, 200) }),
    { status: 400, code: 'input_invalid' },
  ],
  [
    'a form without boundary',
    (p) => ({ ...pictureForm(p), headers: { 'content-type': 'multipart/form-data' } }),
    { status: 400, code: 'input_invalid' },
  ],
  ['JSON', () => ({ payload: { file: 'x' } }), { status: 415, code: 'content_type_unsupported' }],
  ['nothing', () => ({}), { status: 415, code: 'content_type_unsupported' }],
])('%s is refused', async (_what, formWith, refusal) => {
  await expectRefused(formWith(await jpeg()), refusal)
})

test('without a purpose the file is the photo of a contract, and is private', async () => {
  const { data } = (await upload(await givenPlayer(db), pictureForm(await jpeg()), { purpose: null })).json()
  expect(data.relativePath).toMatch(/^private\/contracts\//)
  expect((await request({ url: `/aaapi/files/${data.relativePath}` })).statusCode).toBe(404)
})

test('an unknown purpose and an empty one are refused', async () => {
  const userId = await givenPlayer(db)
  for (const purpose of ['', '../etc', 'portrait']) {
    const answer = await upload(userId, pictureForm(await jpeg()), { purpose })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'input_invalid'])
  }
})

test('a key stores one file for any number of repeats; with another picture it is refused', async () => {
  const userId = await givenPlayer(db)
  const form = pictureForm(await jpeg())
  const before = (await storedFiles()).length
  const answers = [
    await upload(userId, form, { key: 'one-key-for-all' }),
    await upload(userId, form, { key: 'one-key-for-all' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[1]?.json()).toEqual(answers[0]?.json())
  expect(await db.$count(files)).toBe(1)
  expect((await storedFiles()).length).toBe(before + 2)
  const other = pictureForm(
    await sharp({ create: { ...pixels, background: '#fff' } })
      .jpeg()
      .toBuffer(),
  )
  expect((await upload(userId, other, { key: 'one-key-for-all' })).json()).toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('each of many simultaneous uploads gets its own name', async () => {
  const userId = await givenPlayer(db)
  const form = pictureForm(await jpeg())
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(userId, form)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  expect(new Set(answers.map((answer) => answer.json().data.relativePath)).size).toBe(12)
})

test('one account sends fifteen files at once at most, and others can still send', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const form = pictureForm(await jpeg())
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => upload(userId, form)),
    ...Array.from({ length: 3 }, () => upload(other, form)),
  ])
  const refused = answers.slice(0, 40).filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expect([answer.statusCode, answer.json().code]).toEqual([429, 'uploads_too_many'])
  expect(answers.slice(40).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await upload(userId, form)).statusCode).toBe(200)
})

test('a user uploads thirty times in ten minutes, and other users are not affected', async () => {
  const limited = await another({ limits: 'on' })
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const statuses = new Set<number>()
  for (let tries = 0; tries < 30; tries++) {
    statuses.add((await upload(userId, pictureForm(Buffer.from('no picture')), { at: limited })).statusCode)
  }
  expect([...statuses]).toEqual([400])
  const refused = await upload(userId, pictureForm(await jpeg()), { at: limited })
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'uploads_too_many' }])
  expect((await upload(other, pictureForm(await jpeg()), { at: limited })).statusCode).toBe(200)
})

test('the API reference shows a form with one file', async () => {
  const { paths } = (await request({ url: '/aaapi/openapi.json' })).json()
  expect(paths['/aaapi/files/upload'].post.requestBody.content).toMatchObject({
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  })
})
