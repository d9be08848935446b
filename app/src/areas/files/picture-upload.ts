import { type FilePurpose, uploadFile } from '@paidang/api/areas/files'
import { errors } from '@paidang/api/catalogue/errors'
import { useEffect, useRef, useState } from 'react'
import { choosePicture, releasePicture } from '../../platform/choose-picture'
import { type ChosenPicture, MAX_PICTURE_BYTES } from '../../platform/picture-words'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { uploadPicture } from '../../platform/upload-picture'

/** One picture of a form on its way to the server. */
type Upload = {
  picture: ChosenPicture | null
  /** Whole percent while it is going out. */
  percent: number | undefined
  /** What other calls take, once the server has it. */
  relativePath: string | null
  /** Why there is no picture, or why it is not there yet. */
  failure: string | undefined
}

/** Choices so far: one that is being compressed, and how many were turned down before they went out. */
type Choices = { isPreparing: boolean; rejected: number }

const NOTHING: Upload = { picture: null, percent: undefined, relativePath: null, failure: undefined }

/**
 * One picture for a form: chosen from album or camera, compressed, and uploaded at once. A failed upload keeps the picture
 * for the next try. Source: specification §5 "Contract photo", §9 "Image limit"
 */
export function usePictureUpload(purpose: FilePurpose) {
  const [upload, setUpload] = useState(NOTHING)
  const [choices, setChoices] = useState<Choices>({ isPreparing: false, rejected: 0 })
  const shown = useRef<ChosenPicture | null>(null)
  const running = useRef<AbortController>()

  /** Gives up what is running, and lets the picture go. */
  const letGo = useRef(() => {
    running.current?.abort()
    if (shown.current) releasePicture(shown.current)
    shown.current = null
  }).current
  useEffect(() => letGo, [letGo])

  const send = async (picture: ChosenPicture) => {
    const giveUp = new AbortController()
    running.current = giveUp
    const tell = (change: Partial<Upload>) => {
      // Another picture has taken its place.
      if (!giveUp.signal.aborted) setUpload({ ...NOTHING, picture, ...change })
    }
    tell({ percent: 0 })
    try {
      const input = { query: { purpose } }
      const onProgress = (percent: number) => tell({ percent })
      const file = await uploadPicture(uploadFile, input, { picture, signal: giveUp.signal, onProgress })
      if (giveUp.signal.aborted) return
      tell({ relativePath: file.relativePath })
      showDone(uploadFile.outcome)
    } catch (error) {
      if (giveUp.signal.aborted) return
      tell({ failure: failureText(uploadFile.outcome, error) })
      showFailed(uploadFile.outcome, error)
    }
  }

  const reject = (failure: string) => {
    setChoices(({ rejected }) => ({ isPreparing: false, rejected: rejected + 1 }))
    setUpload((before) => ({ ...before, failure }))
  }

  /** Takes a picture that was chosen elsewhere, as WeChat's own button does for a face. */
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
    /** A chosen picture is being compressed or is going out. */
    isUnderWay: choices.isPreparing || upload.percent !== undefined,
    /** The chosen picture did not reach the server. */
    hasFailed: upload.picture !== null && upload.percent === undefined && upload.relativePath === null,
    /** How many choices were turned down before they went out. */
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

/** A picture of a form, as `usePictureUpload` answers it. */
export type PictureUpload = ReturnType<typeof usePictureUpload>
