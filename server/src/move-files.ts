import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyPictures, createLocalFileStore } from './areas/ground/files/file-store.ts'
import { createS3Store } from './areas/ground/files/s3-store.ts'
import { DEFAULT_DATA_DIR, readConfig } from './config.ts'
import { messageOf } from './process/error-parts.ts'

const USAGE = `用法：npm run move-files -- --to s3|local
把图片从 DATA_DIR 复制到 S3_* 指定的存储桶，或反过来；已有的不再复制，原处的不删除。先复制，再改设置并重启，最后再复制一次。`

try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig({ DATA_DIR: DEFAULT_DATA_DIR, ...process.env })
  if (!config.s3 || (values.to !== 's3' && values.to !== 'local')) throw new Error(USAGE)
  const s3 = createS3Store(config.s3)
  const local = createLocalFileStore(join(config.dataDir, 'uploads'))
  if (values.to === 's3') await s3.setLifecycle()
  const { copied, all } = values.to === 's3' ? await copyPictures(local, s3) : await copyPictures(s3, local)
  process.stdout.write(`共 ${all} 张图片，本次复制 ${copied} 张。\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
