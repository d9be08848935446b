import { type FilePurpose, uploadFile } from '@paidang/api/areas/ground/files'
import { errors } from '@paidang/api/catalogue/errors'
import { useEffect, useRef, useState } from 'react'
import { choosePicture, releasePicture } from '../../../platform/choose-picture'
import { type ChosenPicture, MAX_PICTURE_BYTES } from '../../../platform/picture-limits'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { uploadPicture } from '../../../platform/upload-picture'
import { PicturePicker } from '../../../ui/picture-picker'

/** One picture of a form on its way to the server. */
type Upload = {
  picture: ChosenPicture | null
  /** Whole percent during the upload. */
  percent: number | undefined
  /** The path for other calls, once the server has the picture. */
  relativePath: string | null
  /** Why there is no picture, or why it is not uploaded yet. */
  failure: string | undefined
}

/** The choices so far: whether one is being compressed, and how many were rejected before their upload. */
type Choices = { isPreparing: boolean; rejected: number }

const NOTHING: Upload = { picture: null, percent: undefined, relativePath: null, failure: undefined }

/**
 * One picture of a form: chosen from album or camera, compressed, and uploaded at once. A failed upload keeps the
 * picture for the next try.
 * Source: specification §5 "Contract photo", §9 "Image limit"
 */
export function usePictureUpload(purpose: FilePurpose) {
  const [upload, setUpload] = useState(NOTHING)
  const [choices, setChoices] = useState<Choices>({ isPreparing: false, rejected: 0 })
  const shown = useRef<ChosenPicture | null>(null)
  const running = useRef<AbortController>()

  /** Aborts the upload, and releases the picture. */
  const letGo = useRef(() => {
    running.current?.abort()
    if (shown.current) releasePicture(shown.current)
    shown.current = null
  }).current
  useEffect(() => letGo, [letGo])

  const send = async (picture: ChosenPicture) => {
    const giveUp = new AbortController()
    running.current = giveUp
    const notify = (change: Partial<Upload>) => {
      // Another picture has replaced it.
      if (!giveUp.signal.aborted) setUpload({ ...NOTHING, picture, ...change })
    }
    notify({ percent: 0 })
    try {
      const input = { query: { purpose } }
      const onProgress = (percent: number) => notify({ percent })
      const file = await uploadPicture(uploadFile, input, { picture, signal: giveUp.signal, onProgress })
      if (giveUp.signal.aborted) return
      notify({ relativePath: file.relativePath })
      showDone(uploadFile.outcome)
    } catch (error) {
      if (giveUp.signal.aborted) return
      notify({ failure: failureText(uploadFile.outcome, error) })
      showFailed(uploadFile.outcome, error)
    }
  }

  const reject = (failure: string) => {
    setChoices(({ rejected }) => ({ isPreparing: false, rejected: rejected + 1 }))
    setUpload((before) => ({ ...before, failure }))
  }

  /** Takes a picture that was chosen elsewhere, for example by WeChat's own avatar button. */
  const take = async (picture: ChosenPicture) => {
    if (picture.bytes > MAX_PICTURE_BYTES) {
      releasePicture(picture)
      reject(errors.picture_too_large.message)
      return
    }
    letGo()
    shown.current = picture
    setChoices((before) => ({ ...before, isPreparing: false }))
    await send(picture)
  }

  const choose = async () => {
    try {
      const picture = await choosePicture(() => setChoices((before) => ({ ...before, isPreparing: true })))
      if (picture) await take(picture)
    } catch (error) {
      reject(failureText(uploadFile.outcome, error))
    }
  }

  return {
    ...upload,
    /** A chosen picture is being compressed or uploaded. */
    isUnderWay: choices.isPreparing || upload.percent !== undefined,
    /** The chosen picture did not reach the server. */
    hasFailed: upload.picture !== null && upload.percent === undefined && upload.relativePath === null,
    /** How many choices were rejected before their upload. */
    rejected: choices.rejected,
    choose,
    take,
    retry: () => upload.picture && send(upload.picture),
    remove: () => {
      letGo()
      setUpload(NOTHING)
    },
  }
}

/** A picture of a form: the result of `usePictureUpload`. */
export type PictureUpload = ReturnType<typeof usePictureUpload>

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
