import { PicturePicker } from '../../../ui/picture-picker'
import type { PictureUpload } from './picture-upload'

/** The picture of a form with its upload. */
export function PictureField({ label, upload }: { label: string; upload: PictureUpload }) {
  return (
    <PicturePicker
      label={label}
      address={upload.picture?.address ?? null}
      percent={upload.percent}
      isDone={upload.relativePath !== null}
      failure={upload.failure}
      onChoose={upload.choose}
      onRetry={upload.retry}
      onRemove={upload.remove}
    />
  )
}
