import type { Shared } from '@paidang/api/areas/views/sharing'
import { useState } from 'react'
import { linkedAddress } from '../../../platform/picture-address'
import { openSettings, type SavedPicture, savePicture } from '../../../platform/save-file'
import { type SharedLink, shareLink } from '../../../platform/share'
import { showToast } from '../../../platform/toast'
import { confirm } from '../../../ui/confirm'
import { PictureViewer } from '../../../ui/picture-viewer'

type Shown = {
  /** The name of the saved picture. */
  fileName: string
  /** The text of the picture where it is shown to be saved by a long press. */
  label: string
  shared: Shared | undefined
  /**
   * Prepares the page for sharing. Absent for a guest, who shares the link they came with.
   * @throws as a call does
   */
  findShared: (() => Promise<Shared>) | undefined
  /** What is shared where nothing is prepared: a page that is open to everybody. */
  plain?: SharedLink
}

/** Shares a page that has a poster, or saves the poster as a picture. `viewer` shows it where it cannot be saved. */
export function useShareActions({ fileName, label, shared, findShared, plain }: Shown) {
  const [running, setRunning] = useState<'share' | 'keep'>()
  const [viewed, setViewed] = useState<number>()
  const posters = shared?.poster ? [{ address: linkedAddress(shared.poster), label }] : []
  const run = async (what: 'share' | 'keep', action: () => Promise<void>, failed: string) => {
    if (running) return
    setRunning(what)
    try {
      await action()
    } catch {
      showToast(failed, { tone: 'failed' })
    } finally {
      setRunning(undefined)
    }
  }
  const find = async () => shared ?? (await findShared?.())
  const share = () =>
    run(
      'share',
      async () => {
        const page = (await find()) ?? plain
        if (!page) return
        const { title, path } = page
        if ((await shareLink({ title, path })) === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
      },
      '没有复制成功，请重试',
    )
  const keep = () =>
    run(
      'keep',
      async () => {
        const page = await find()
        if (page?.poster) await keepPicture({ address: linkedAddress(page.poster), fileName }, () => setViewed(0))
      },
      '图片没有保存成功，请重试',
    )
  return { running, share, keep, viewer: <PictureViewer pictures={posters} at={viewed} onChange={setViewed} /> }
}

/**
 * Saves a picture, and says where it is. `show` shows it for a long press, where nothing else is possible.
 *
 * @throws as `savePicture`
 */
export async function keepPicture(picture: SavedPicture, show: () => void): Promise<void> {
  const end = await savePicture(picture)
  if (end === 'album') showToast('已保存到相册', { tone: 'done' })
  if (end === 'downloaded') showToast('图片已下载', { tone: 'done' })
  if (end === 'shown') show()
  if (end === 'denied') {
    const question = {
      title: '允许保存到相册？',
      line: '在设置里打开“添加到相册”后，再按一次存成图片',
      confirmText: '去设置',
    }
    await confirm(question, openSettings)
  }
}
