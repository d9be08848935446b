import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, normalize } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'
import { codeOf } from '../process/error-parts.ts'

/** The last entry of an archive: what it is a copy of, and every file in it. An archive without it is not whole. */
const MANIFEST = 'manifest.json'
/** Fast: on a small server a backup must not slow down the product for long. */
const GZIP_LEVEL = 1
const BLOCK = Buffer.alloc(65_536)

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

/** An archive that is being written: a tar file, compressed, and encrypted with age for those who may read it. */
export class ArchiveWriter {
  readonly #tar = pack()
  readonly #files: Record<string, string> = {}
  readonly #written: Promise<string>
  readonly #partial: string

  /** @param recipients public keys of age; with none the archive is not encrypted */
  constructor(
    private readonly file: string,
    recipients: readonly string[],
  ) {
    this.#partial = `${file}.partial`
    this.#written = this.#write(recipients)
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

  async addDirectory(name: string): Promise<void> {
    await promisify((done: (error?: Error | null) => void) => this.#tar.entry({ name, type: 'directory' }, done))()
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

  /** Removes what was written of an archive that cannot be completed. */
  async giveUp(): Promise<void> {
    this.#tar.destroy()
    await this.#written.catch(() => undefined)
    await rm(this.#partial, { force: true })
  }

  async #add(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    const entry = this.#tar.entry({ name, size, mode: 0o600 })
    await pipeline(Readable.from(content), hashing(hash), entry)
    this.#files[name] = hash.digest('hex')
  }

  async #write(recipients: readonly string[]): Promise<string> {
    const hash = createHash('sha256')
    const zipped = Readable.from(this.#tar).pipe(createGzip({ level: GZIP_LEVEL }))
    const sealed = recipients.length === 0 ? zipped : await encrypted(zipped, recipients)
    const target = createWriteStream(this.#partial, { mode: 0o600, flush: true })
    await pipeline(sealed, hashing(hash), target)
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
export async function unpack(file: string, directory: string, identities: readonly string[]): Promise<About> {
  const found: Record<string, string> = {}
  let manifest: Manifest | undefined
  const tar = extract()
  const read = (async () => {
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
        await pipeline(entry, hashing(hash), createWriteStream(path, { mode: 0o600 }))
        found[name] = hash.digest('hex')
      }
    }
  })()
  const source = createReadStream(file)
  const [outcome, reading] = await Promise.allSettled([
    (async () => {
      const opened = file.endsWith('.age') ? await decrypted(source, identities) : source
      await pipeline(opened, createGunzip(), tar)
    })().catch((error: unknown) => {
      tar.destroy(error as Error)
      throw error
    }),
    read,
  ])
  const failure = [outcome, reading].find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw new ArchiveBroken(`备份无法读取：${(failure.reason as Error).message}`)
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

async function encrypted(source: Readable, recipients: readonly string[]): Promise<Readable> {
  const age = new Encrypter()
  for (const recipient of recipients) age.addRecipient(recipient)
  return Readable.fromWeb((await age.encrypt(webStreamOf(source))) as ReadableStream)
}

async function decrypted(source: Readable, identities: readonly string[]): Promise<Readable> {
  const age = new Decrypter()
  for (const identity of identities) age.addIdentity(identity)
  return Readable.fromWeb((await age.decrypt(webStreamOf(source))) as ReadableStream)
}

const webStreamOf = (source: Readable) => Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>
