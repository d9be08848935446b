import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { isAlive } from '../db/embedded/process-state.ts'
import { codeOf, messageOf } from '../process/error-parts.ts'
import { StartRefused } from '../process/start-refused.ts'

/** The last entry of an archive: what it is a copy of, and every file in it. An archive without it is not whole. */
const MANIFEST = 'manifest.json'
/** Fast: on a small server a backup must not slow down the product for long. */
const GZIP_LEVEL = 1
const BLOCK = Buffer.alloc(65_536)
/** So much of a stream whose length nobody knows is held in memory, since a tar file tells sizes first. */
const PART_BYTES = 8 * 1_048_576
/** What a run leaves that was killed: an archive that is not whole, and, until this version, a dump in plain text. */
const LEFTOVER = /^(paidang-\d{8}T\d{6}Z\.tar\.gz(?:\.age)?)(?:\.(\d+))?\.partial$|^database\.dump\.(\d+)$/

/** What an archive says of itself. */
export type About = {
  createdAt: string
  /** `embedded`: the files of a cluster. `external`: what pg_dump wrote. */
  database: 'embedded' | 'external'
  /** The version of the copied PostgreSQL. */
  postgres: string
  /** Whether pictures lie in an S3 store, and are not in the archive. Absent in older archives. */
  isWithoutPictures?: boolean
}
type Manifest = About & { files: Record<string, string> }

/**
 * Reads public keys of age.
 *
 * @returns nothing where there are none: the archive is then not encrypted
 * @throws StartRefused where one is none, without repeating it: it may be the secret key
 */
export function encrypterFor(recipients: readonly string[]): Encrypter | undefined {
  if (recipients.length === 0) return undefined
  const age = new Encrypter()
  for (const recipient of recipients) {
    if (recipient === '') throw new StartRefused('BACKUP_RECIPIENT（--recipient）是空的，请写明 age 公钥。')
    try {
      age.addRecipient(recipient)
    } catch {
      throw new StartRefused('BACKUP_RECIPIENT（--recipient）不是 age 公钥，公钥以 age1 开头，请核对是否抄写完整。')
    }
  }
  return age
}

/** Removes from a directory what runs left that were killed, and nothing of a run that goes on. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const [whole, archive, ...pids] = LEFTOVER.exec(name) ?? []
    const pid = Number(pids.find((one) => one !== undefined) ?? process.pid)
    if (whole === undefined || (pid !== process.pid && isAlive(pid))) continue
    await rm(join(directory, name), { force: true })
    if (archive !== undefined) await rm(join(directory, `${archive}.sha256`), { force: true })
  }
}

/** An archive that is being written: a tar file, compressed, and encrypted with age for those who may read it. */
export class ArchiveWriter {
  readonly #tar = pack()
  readonly #files: Record<string, string> = {}
  readonly #written: Promise<string>
  readonly #partial: string

  constructor(
    private readonly file: string,
    encrypter: Encrypter | undefined,
  ) {
    this.#partial = `${file}.${process.pid}.partial`
    this.#written = this.#write(encrypter)
    // `finish` reports it, and so does the entry that waits.
    this.#written.catch((error: Error) => this.#tar.destroy(error))
  }

  /** Adds a file, unless it is gone. A file that changes meanwhile is cut or filled up to its size at the beginning. */
  async addFile(name: string, path: string): Promise<void> {
    const handle = await open(path).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (!handle) return
    try {
      const { size } = await handle.stat()
      await this.#add(name, size, exactly(handle.createReadStream({ autoClose: false }), size))
    } finally {
      await handle.close()
    }
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    await this.#add(name, bytes.length, [bytes])
  }

  /** Adds a stream of any length as a folder of numbered files, which are to be read one after the other. */
  async addParts(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    let [count, size, chunks]: [number, number, Buffer[]] = [0, 0, []]
    const flush = async () => {
      count += 1
      await this.#add(`${name}/${String(count).padStart(6, '0')}`, size, chunks)
      size = 0
      chunks = []
    }
    for await (const chunk of content) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= PART_BYTES) await flush()
    }
    if (size > 0) await flush()
  }

  async addDirectory(name: string): Promise<void> {
    await this.#orWhyNot(() =>
      promisify((done: (error?: Error | null) => void) => this.#tar.entry({ name, type: 'directory' }, done))(),
    )
  }

  has(name: string): boolean {
    return name in this.#files
  }

  /** Completes the archive, with a file beside it that `sha256sum -c` reads. @returns its size in bytes */
  async finish(about: About): Promise<void> {
    const manifest: Manifest = { ...about, files: this.#files }
    await this.addText(MANIFEST, JSON.stringify(manifest))
    this.#tar.finalize()
    const sha256 = await this.#written
    await writeFile(`${this.file}.sha256`, `${sha256}  ${basename(this.file)}\n`, { mode: 0o600 })
    await rename(this.#partial, this.file)
  }

  /** Ends the writing at once: what is being added fails with this reason. */
  interrupt(reason: Error): void {
    this.#tar.destroy(reason)
  }

  /** Removes what was written of an archive that cannot be completed. */
  async giveUp(): Promise<void> {
    this.interrupt(new Error('The archive was given up'))
    await this.#written.catch(() => undefined)
    for (const path of [this.#partial, `${this.file}.sha256`]) await rm(path, { force: true })
  }

  async #add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    await this.#orWhyNot(() =>
      pipeline(Readable.from(content), hashing(hash), this.#tar.entry({ name, size, mode: 0o600 })),
    )
    this.#files[name] = hash.digest('hex')
  }

  /** Where the target has failed, an entry fails with that, and not with what follows from it. */
  async #orWhyNot(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#tar.destroy(error as Error)
      await this.#written
      throw error
    }
  }

  async #write(encrypter: Encrypter | undefined): Promise<string> {
    const hash = createHash('sha256')
    const target = createWriteStream(this.#partial, { mode: 0o600, flush: true })
    const zip = createGzip({ level: GZIP_LEVEL })
    await (encrypter
      ? pipeline(Readable.from(this.#tar), zip, (source) => sealed(source, encrypter), hashing(hash), target)
      : pipeline(Readable.from(this.#tar), zip, hashing(hash), target))
    return hash.digest('hex')
  }
}

/** The archive does not hold what it should. The message is for the operator. */
export class ArchiveBroken extends Error {
  override readonly name = 'ArchiveBroken'
}

/**
 * Writes the files of an archive below a directory, each compared with its checksum.
 *
 * @param identities secret keys of age
 * @throws ArchiveBroken where the archive is damaged, cut off, or not for these keys
 */
export async function unpack(
  file: string,
  directory: string,
  { identities, signal }: { identities: readonly string[]; signal?: AbortSignal },
): Promise<About> {
  const isSealed = file.endsWith('.age')
  if (isSealed && identities.length === 0) throw new ArchiveBroken('这份备份是加密的，请用 --identity 指出私钥。')
  const found: Record<string, string> = {}
  let manifest: Manifest | undefined
  const tar = extract()
  const reading = (async () => {
    for await (const entry of tar) {
      const { name, type } = entry.header
      const path = join(directory, normalize(join('/', name)))
      if (type === 'directory') {
        await mkdir(path, { recursive: true, mode: 0o700 })
        entry.resume()
      } else if (name === MANIFEST) {
        const chunks: Buffer[] = []
        for await (const chunk of entry) chunks.push(chunk as Buffer)
        manifest = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Manifest
      } else {
        const hash = createHash('sha256')
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        // Read by its iterator: a pipeline never hears that an entry was destroyed before it began, or while it was full.
        await pipeline(Readable.from(entry), hashing(hash), createWriteStream(path, { mode: 0o600 }))
        found[name] = hash.digest('hex')
      }
    }
  })()
  const source = createReadStream(file, { signal })
  const feeding = isSealed
    ? pipeline(source, (sealed) => opened(sealed, identities), createGunzip(), tar)
    : pipeline(source, createGunzip(), tar)
  feeding.catch((error: Error) => tar.destroy(error))
  const [fed, read] = await Promise.allSettled([feeding, reading])
  const failure = [fed, read].find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') {
    if (failure.reason instanceof ArchiveBroken) throw failure.reason
    throw new ArchiveBroken(`备份无法读取：${messageOf(failure.reason)}`)
  }
  if (!manifest) throw new ArchiveBroken('备份不完整：缺少清单。')
  const { files, ...about } = manifest
  const wrong = Object.keys({ ...files, ...found }).find((name) => files[name] !== found[name])
  if (wrong !== undefined) throw new ArchiveBroken(`备份已损坏：${wrong} 与清单不符。`)
  await chmod(directory, 0o711)
  return about
}

/** Exactly so many bytes of a source, filled up with zeros where it ends early. */
async function* exactly(source: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer> {
  let left = size
  for await (const chunk of source) {
    if (left > 0) yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
  for (; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, Math.min(left, BLOCK.length))
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Streams of Node that age reads and writes; an error on either side ends both. */
const webStreamOf = (source: AsyncIterable<Buffer>) =>
  ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>

async function* sealed(source: AsyncIterable<Buffer>, age: Encrypter): AsyncIterable<Uint8Array> {
  yield* (await age.encrypt(webStreamOf(source))) as unknown as ReadableStream<Uint8Array>
}

async function* opened(source: AsyncIterable<Buffer>, identities: readonly string[]): AsyncIterable<Uint8Array> {
  const age = new Decrypter()
  try {
    for (const identity of identities) age.addIdentity(identity)
  } catch {
    throw new ArchiveBroken('--identity 的文件里有写坏的私钥。')
  }
  const plain = await age.decrypt(webStreamOf(source)).catch((error: unknown) => {
    if (messageOf(error).startsWith('no identity matched')) throw new ArchiveBroken('这把私钥不是这份备份的。')
    throw error
  })
  yield* plain as unknown as ReadableStream<Uint8Array>
}
