import { uploadFile } from '@paidang/api/areas/files'
import { errors } from '@paidang/api/catalogue/errors'
import { useEffect, useRef, useState } from 'react'
import { choosePicture, releasePicture } from '../../../platform/choose-picture'
import { type ChosenPicture, MAX_PICTURE_BYTES } from '../../../platform/picture-words'
import { failureText } from '../../../platform/toast'
import { uploadPicture } from '../../../platform/upload-picture'

type State = {
  picture: ChosenPicture | undefined
  percent: number | undefined
  relativePath: string | null
  failure: string | undefined
}

const NONE: State = { picture: undefined, percent: undefined, relativePath: null, failure: undefined }

/** The photo of a new venue: it goes out as soon as it is chosen, and stays chosen when that fails. */
export function useVenuePicture() {
  const [state, setState] = useState(NONE)
  const upload = useRef<AbortController>()
  const shown = useRef<ChosenPicture>()
  const { outcome } = uploadFile

  const drop = () => {
    upload.current?.abort()
    upload.current = undefined
    if (shown.current) releasePicture(shown.current)
    shown.current = undefined
  }
  const leave = useRef(drop)
  leave.current = drop
  useEffect(() => () => leave.current(), [])

  const send = async (picture: ChosenPicture) => {
    const own = new AbortController()
    upload.current = own
    const keep = (next: Partial<State>) => upload.current === own && setState({ ...NONE, picture, ...next })
    keep({ percent: 0 })
    try {
      const { relativePath } = await uploadPicture(
        uploadFile,
        { query: { purpose: 'venue' } },
        { picture, signal: own.signal, onProgress: (percent) => keep({ percent }) },
      )
      keep({ relativePath })
    } catch (error) {
      keep({ failure: failureText(outcome, error) })
    }
  }
  return {
    /** What PicturePicker shows. */
    shown: {
      address: state.picture?.address ?? null,
      percent: state.percent,
      isDone: state.relativePath !== null,
      failure: state.failure,
    },
    relativePath: state.relativePath,
    isSending: state.percent !== undefined,
    async choose() {
      try {
        const picture = await choosePicture()
        if (!picture) return
        if (picture.bytes > MAX_PICTURE_BYTES) {
          releasePicture(picture)
          setState((before) => ({ ...before, failure: errors.picture_too_large.message }))
          return
        }
        drop()
        shown.current = picture
        await send(picture)
      } catch (error) {
        setState((before) => ({ ...before, failure: failureText(outcome, error) }))
      }
    },
    retry: () => shown.current && send(shown.current),
    remove() {
      drop()
      setState(NONE)
    },
  }
}
