import { type FilePurpose, uploadFile } from '@paidang/api/areas/ground/files'
import { errors } from '@paidang/api/catalogue/errors'
import { Image, View } from '@tarojs/components'
import { useEffect, useRef, useState } from 'react'
import { choosePictures, releasePicture } from '../../../platform/choose-picture'
import { type ChosenPicture, MAX_PICTURE_BYTES } from '../../../platform/picture-limits'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { uploadPicture } from '../../../platform/upload-picture'
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { PictureViewer } from '../../../ui/picture-viewer'
import { pressable, semantics } from '../../../ui/semantics'
import styles from './pictures-upload.module.scss'

/** One of several pictures of a form. */
type FormPicture = {
  key: string
  /** The address to display. */
  address: string
  /** The path for other calls, once the server has the picture. */
  relativePath: string | null
  /** Whole percent during the upload. */
  percent: number | undefined
  /** Why the server does not have it. */
  failure: string | undefined
}

type Kept = { relativePath: string; url: string }

/** A running upload: the picture for the next try, and its abort controller. */
type Sending = { picture: ChosenPicture; giveUp: AbortController }

/**
 * Several pictures of a form in their order, beginning with the saved ones. Each is uploaded as soon as it is chosen.
 * A failed one stays for the next try.
 * Source: specification §9 "Image limit"
 */
export function usePictureUploads(purpose: FilePurpose, most: number, kept: readonly Kept[]) {
  const [pictures, setPictures] = useState<readonly FormPicture[]>(() =>
    kept.map(({ relativePath, url }) => ({ ...NEW, key: relativePath, address: url, relativePath })),
  )
  const [failure, setFailure] = useState<string>()
  const [preparing, setPreparing] = useState(0)
  const [rejected, setRejected] = useState(0)
  const sending = useRef(new Map<string, Sending>()).current
  const made = useRef(0)
  useEffect(
    () => () => {
      for (const { picture, giveUp } of sending.values()) {
        giveUp.abort()
        releasePicture(picture)
      }
    },
    [sending],
  )

  const change = (key: string, changes: Partial<FormPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const send = async (key: string, picture: ChosenPicture): Promise<boolean> => {
    const giveUp = new AbortController()
    sending.set(key, { picture, giveUp })
    change(key, { percent: 0, failure: undefined })
    try {
      const onProgress = (percent: number) => change(key, { percent })
      const options = { picture, signal: giveUp.signal, onProgress }
      const { relativePath } = await uploadPicture(uploadFile, { query: { purpose } }, options)
      change(key, { relativePath, percent: undefined })
      return true
    } catch (error) {
      if (giveUp.signal.aborted) return false
      change(key, { percent: undefined, failure: failureText(uploadFile.outcome, error) })
      showFailed(uploadFile.outcome, error)
      return false
    }
  }

  const reject = (sentence: string) => {
    setFailure(sentence)
    setRejected((count) => count + 1)
  }

  const add = async () => {
    setFailure(undefined)
    let wasPicked = false
    const onPicked = () => {
      wasPicked = true
      setPreparing((count) => count + 1)
    }
    const endPreparing = () => {
      if (wasPicked) setPreparing((count) => count - 1)
      wasPicked = false
    }
    try {
      const chosen = await choosePictures(most - pictures.length, onPicked)
      endPreparing()
      const fitting = chosen.filter(({ bytes }) => bytes <= MAX_PICTURE_BYTES)
      for (const picture of chosen) if (!fitting.includes(picture)) releasePicture(picture)
      if (fitting.length < chosen.length) reject(errors.picture_too_large.message)
      const fresh = fitting.map((picture) => {
        made.current += 1
        return { key: `new-${made.current}`, picture }
      })
      setPictures((all) => [...all, ...fresh.map(({ key, picture: { address } }) => ({ ...NEW, key, address }))])
      const ends = await Promise.all(fresh.map(({ key, picture }) => send(key, picture)))
      if (ends.length > 0 && ends.every(Boolean)) showDone(uploadFile.outcome)
    } catch (error) {
      endPreparing()
      reject(failureText(uploadFile.outcome, error))
    }
  }

  return {
    pictures,
    most,
    /** Why nothing was added. */
    failure,
    isUploading: pictures.some(({ percent }) => percent !== undefined),
    /** Chosen pictures are being compressed or uploaded. */
    isUnderWay: preparing > 0 || pictures.some(({ percent }) => percent !== undefined),
    /** How many choices were rejected before their upload. */
    rejected,
    /** The paths for other calls, in order, of the uploaded pictures. */
    paths: pictures.flatMap(({ relativePath }) => relativePath ?? []),
    add,
    retry: (key: string) => {
      const failed = sending.get(key)
      if (failed) send(key, failed.picture)
    },
    remove: (key: string) => {
      const sent = sending.get(key)
      sent?.giveUp.abort()
      if (sent) releasePicture(sent.picture)
      sending.delete(key)
      setPictures((all) => all.filter((one) => one.key !== key))
    },
    /** Moves one place to the front (-1) or to the back (1). */
    move: (key: string, by: -1 | 1) => setPictures((all) => moved(all, key, by)),
  }
}

const NEW = { relativePath: null, percent: undefined, failure: undefined }

/** The pictures of a form: the result of `usePictureUploads`. */
export type PictureUploads = ReturnType<typeof usePictureUploads>

/** The list with one item moved by one place; at its ends nothing moves. */
function moved<One extends { key: string }>(all: readonly One[], key: string, by: -1 | 1): readonly One[] {
  const at = all.findIndex((one) => one.key === key)
  const [one, other] = [all[at], all[at + by]]
  if (!one || !other) return all
  return all.map((kept, place) => (place === at ? other : place === at + by ? one : kept))
}

type Props = {
  /** The name of the pictures, as in 资质照片. */
  label: string
  uploads: PictureUploads
  /** The hint below the pictures. */
  hint: string
  /** The fault of the choice. */
  error?: string | undefined
}

type Action = 'view' | 'forth' | 'back' | 'retry' | 'remove'

/** Several pictures of a form as a grid. A press on one opens a menu of its actions. */
export function PicturesField({ label, uploads, hint, error }: Props) {
  const { pictures, most, failure, isUploading, add } = uploads
  const [chosenKey, setChosenKey] = useState<string>()
  const [viewed, setViewed] = useState<number>()
  const at = pictures.findIndex(({ key }) => key === chosenKey)
  // The text of the menu stays while it closes.
  const lastAt = useRef(0)
  if (at >= 0) lastAt.current = at
  const place = { isFirst: lastAt.current === 0, isLast: lastAt.current === pictures.length - 1 }
  const nameOf = (place: number) => `${label}第 ${place + 1} 张`
  const act = (action: Action) => {
    if (chosenKey === undefined) return
    if (action === 'view') setViewed(at)
    if (action === 'forth') uploads.move(chosenKey, -1)
    if (action === 'back') uploads.move(chosenKey, 1)
    if (action === 'retry') uploads.retry(chosenKey)
    if (action === 'remove') uploads.remove(chosenKey)
  }
  const wrong = error ?? failure
  return (
    <View {...semantics({ role: 'group', label })}>
      <View className={classNames(styles.head, 'mb-4 t-sub muted')}>
        <View>{label}</View>
        <View>{`${pictures.length}/${most}`}</View>
      </View>
      <View className={styles.grid}>
        {pictures.map((picture, index) => (
          <View key={picture.key} className={styles.tile}>
            <View
              className={styles.press}
              {...pressable({
                label: `${nameOf(index)}${stateText(picture)}`,
                popup: 'menu',
                onPress: () => setChosenKey(picture.key),
              })}
            >
              <Image className={styles.picture} src={picture.address} mode="aspectFill" />
              {stateText(picture) !== '' && (
                <View className={classNames(styles.state, 't-caption t-centre')}>{stateText(picture).slice(1)}</View>
              )}
            </View>
          </View>
        ))}
        {pictures.length < most && (
          <View className={styles.tile}>
            <View
              className={classNames(styles.add, 'col-4 t-sub brand')}
              hoverClass={styles.pressed}
              {...pressable({ label: `添加${label}`, onPress: add })}
            >
              <Icon name="camera" size={24} />
              添加
            </View>
          </View>
        )}
      </View>
      {wrong ? (
        <View className={styles.wrong} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {wrong}
        </View>
      ) : (
        <View className={styles.hint} {...semantics({ live: 'polite' })}>
          {isUploading ? '图片正在上传' : hint}
        </View>
      )}
      <ActionSheet
        open={at >= 0}
        onClose={() => setChosenKey(undefined)}
        caption={nameOf(lastAt.current)}
        actions={actionsOn(pictures[lastAt.current], place)}
        onSelect={act}
      />
      <PictureViewer pictures={pictures.map(({ address }) => ({ address, label }))} at={viewed} onChange={setViewed} />
    </View>
  )
}

/** The state of a picture for screen readers, after its number, with a leading comma. Empty once it is uploaded. */
function stateText({ percent, failure }: FormPicture): string {
  if (percent !== undefined) return `，${percent}%`
  return failure ? '，没有上传' : ''
}

type Place = { isFirst: boolean; isLast: boolean }

function actionsOn(picture: FormPicture | undefined, { isFirst, isLast }: Place): SheetAction<Action>[] {
  const actions: SheetAction<Action>[] = [{ key: 'view', icon: 'search', text: '查看' }]
  if (picture?.failure) actions.push({ key: 'retry', icon: 'swap', text: '重新上传', note: picture.failure })
  if (!isFirst) actions.push({ key: 'forth', icon: 'back', text: '前移' })
  if (!isLast) actions.push({ key: 'back', icon: 'chevron-right', text: '后移' })
  return [...actions, { key: 'remove', icon: 'close', text: '删除', danger: true }]
}
