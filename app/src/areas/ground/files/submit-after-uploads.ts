import { useEffect, useRef, useState } from 'react'
import { usePageShown } from '../../../platform/use-page-shown'
import type { PictureUpload } from './picture-upload'
import type { PictureUploads } from './pictures-upload'

/** One picture field of a form or a row of pictures, with its name on the screen. */
type NamedUpload = { label: string; upload: PictureUpload | PictureUploads }

type Form = {
  uploads: readonly NamedUpload[]
  /** Its call is running, or has succeeded. */
  isSending: boolean
  /** Whether the form may be sent once its pictures are uploaded; reports faults at the fields. */
  check: () => boolean
  /** Sends the form in its present state. */
  send: () => void
}

const WAITING = '图片上传中，传完后自动提交'

/**
 * Sends a form with pictures. A press during uploads waits for the last of them. Then the form is sent once, in its
 * state at that moment. A failed upload, leaving the page, or `cancel` ends the wait.
 *
 * @returns `button`: the props of the form's main button
 */
export function useSubmitAfterUploads({ uploads, isSending, check, send }: Form) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [rejection, setRejection] = useState<string>()
  const rejectedAtPress = useRef(0)
  // Below another page the form sends nothing: sending could close that page.
  const isShown = usePageShown()
  const isUnderWay = uploads.some(({ upload }) => upload.isUnderWay)
  const failed = uploads.flatMap(failedNames)
  const rejected = uploads.reduce((sum, { upload }) => sum + upload.rejected, 0)

  const press = () => {
    setRejection(undefined)
    if (!check()) return
    if (!isUnderWay) return send()
    rejectedAtPress.current = rejected
    setIsWaiting(true)
  }
  const settle = () => {
    if (!isWaiting) return
    if (failed.length > 0) setIsWaiting(false)
    else if (rejected > rejectedAtPress.current) {
      setIsWaiting(false)
      const at = uploads.find(({ upload }) => upload.failure)
      if (at) setRejection(`${at.label}没有选上：${at.upload.failure}`)
    } else if (!isUnderWay && isShown) {
      setIsWaiting(false)
      if (check()) send()
    }
  }
  const latest = useRef(settle)
  latest.current = settle
  const state = [isWaiting, isUnderWay, failed.length, rejected, isShown].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever one of these changes.
  useEffect(() => latest.current(), [state])

  const failure = failed.length > 0 ? `${failed.join('，')}没有上传成功，请重试或移除` : rejection
  return {
    button: {
      busy: isSending || isWaiting,
      disabled: failed.length > 0,
      note: isWaiting ? WAITING : (failure ?? ''),
      onPress: press,
    },
    cancel: () => setIsWaiting(false),
  }
}

/** The names of the pictures whose upload failed. */
function failedNames({ label, upload }: NamedUpload): string[] {
  if (!('pictures' in upload)) return upload.hasFailed ? [label] : []
  const places = upload.pictures.flatMap(({ relativePath, percent }, index) =>
    relativePath === null && percent === undefined ? [index + 1] : [],
  )
  return places.length > 0 ? [`${label}第 ${places.join('、')} 张`] : []
}
