import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Config } from '../../../config.ts'
import { contentTypeOf, type FileStore } from './file-store.ts'

/** Long enough for a browser that follows it at once. */
const LINK_SECONDS = 60
/** A picture is small. A store that takes longer is away. */
const CONNECTION_TIMEOUT_MS = 2_000
/** Together shorter than a transaction may stand still, since pictures are written at the end of one. */
const REQUEST_TIMEOUT_MS = 4_000
const MAX_ATTEMPTS = 2
/** The parts of an upload that was cut off are deleted after this. */
const UNFINISHED_DAYS = 1

type Settings = NonNullable<Config['s3']>

/** Where pictures lie in an S3 store. */
type S3Store = FileStore & {
  /** Makes the store delete what remains of uploads that were cut off. */
  setLifecycle(): Promise<void>
}

/**
 * Creates a store that keeps pictures in a bucket, which nobody but this account can read. Whoever may see a private
 * picture gets it through the server, or by a signed link where clients reach the store.
 * Source: decision record 082
 */
export function createS3Store(settings: Settings): S3Store {
  const { S3_BUCKET: Bucket, S3_ENDPOINT: endpoint, S3_PUBLIC_URL: publicUrl } = settings
  const at = (address: string | undefined) =>
    new S3Client({
      region: settings.S3_REGION,
      credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
      ...(address && { endpoint: address }),
      forcePathStyle: settings.S3_PATH_STYLE === 'on',
      // Other stores than Amazon's know no other checksums than those of the signature.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    })
  const client = at(endpoint)
  /** Signs for the address that clients use, which is part of what is signed. */
  const signer = publicUrl === undefined ? undefined : at(publicUrl)

  return {
    async write(Key, Body) {
      await reaching(new Upload({ client, params: { Bucket, Key, Body, ContentType: contentTypeOf(Key) } }).done())
    },

    async remove(Key) {
      await reaching(client.send(new DeleteObjectCommand({ Bucket, Key })))
    },

    async open(Key) {
      const contentType = contentTypeOf(Key)
      const { Body, ContentLength = 0, ETag = '' } = await reaching(client.send(new GetObjectCommand({ Bucket, Key })))
      // The SDK's type has all of its platforms; on Node.js it is a stream of Node.js.
      const body = Body as Readable
      return {
        contentType,
        sizeBytes: ContentLength,
        etag: ETag,
        stream: () => body,
        async close() {
          body.destroy()
        },
      }
    },

    async linkTo(Key) {
      contentTypeOf(Key)
      return signer && getSignedUrl(signer, new GetObjectCommand({ Bucket, Key }), { expiresIn: LINK_SECONDS })
    },

    async *list() {
      for (let ContinuationToken: string | undefined, isFirst = true; isFirst || ContinuationToken; isFirst = false) {
        const page = await reaching(client.send(new ListObjectsV2Command({ Bucket, ContinuationToken })))
        for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { path: Key, sizeBytes: Size }
        ContinuationToken = page.NextContinuationToken
      }
    },

    async setLifecycle() {
      const rule = {
        ID: 'paidang-unfinished',
        Status: 'Enabled' as const,
        Filter: { Prefix: '' },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: UNFINISHED_DAYS },
      }
      await reaching(
        client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } })),
      )
    },
  }
}

/** @throws ApiError file_not_found when the store has no such picture, server_busy when it is away */
async function reaching<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoSuchKey) throw new ApiError('file_not_found')
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode
    if (status === undefined || status >= 500) throw Object.assign(new ApiError('server_busy'), { cause: error })
    throw error
  }
}
