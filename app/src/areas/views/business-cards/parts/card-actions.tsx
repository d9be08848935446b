import type { Shared } from '@paidang/api/areas/sharing'
import { useState } from 'react'
import { linkedAddress } from '../../../../platform/picture-address'
import { openPictureSettings, savePicture } from '../../../../platform/save-picture'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { confirm } from '../../../../ui/confirm'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { SharePageButton } from '../../../ground/sharing/share-page-button'

type Props = {
  /** Whose card it is. */
  name: string
  shared: Shared | undefined
  /**
   * Prepares the card for sharing. Absent for a guest, who shares the link they came with.
   * @throws as a call does
   */
  findShared: (() => Promise<Shared>) | undefined
  /** The id of the caller's own card. */
  ownId: string | undefined
}

/** Shares a card, or saves it as a picture. */
export function CardActions({ name, shared, findShared, ownId }: Props) {
  const owned = ownId === undefined ? undefined : { page: { kind: 'card' as const, objectId: ownId }, stale: ['share'] }
  const [running, setRunning] = useState<'share' | 'keep'>()
  const [viewed, setViewed] = useState<number>()
  const posters = shared?.poster ? [{ address: linkedAddress(shared.poster), label: `长按保存${name}的名片` }] : []
  const run = async (what: 'share' | 'keep', action: (page: Shared) => Promise<void>, failed: string) => {
    if (running) return
    setRunning(what)
    try {
      const page = shared ?? (await findShared?.())
      if (page) await action(page)
    } catch {
      showToast(failed, { tone: 'failed' })
    } finally {
      setRunning(undefined)
    }
  }
  const share = () =>
    run(
      'share',
      async ({ title, path }) => {
        if ((await shareLink({ title, path })) === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
      },
      '没有复制成功，请重试',
    )
  const keep = () => run('keep', (page) => savePoster(page, name, () => setViewed(0)), '图片没有保存成功，请重试')
  return (
    <>
      <PictureViewer pictures={posters} at={viewed} onChange={setViewed} />
      <ActionBar
        actions={
          <>
            <Button kind="plain" busy={running === 'keep'} onPress={keep}>
              存成图片
            </Button>
            <SharePageButton full title="分享名片" busy={running === 'share'} onShare={share} owned={owned}>
              分享名片
            </SharePageButton>
          </>
        }
      />
    </>
  )
}

async function savePoster({ poster }: Shared, name: string, show: () => void): Promise<void> {
  if (poster === null) return
  const end = await savePicture({ address: linkedAddress(poster), fileName: `${name}的球员名片.png` })
  if (end === 'album') showToast('已保存到相册', { tone: 'done' })
  if (end === 'downloaded') showToast('图片已下载', { tone: 'done' })
  if (end === 'shown') show()
  if (end === 'denied') {
    const question = {
      title: '允许保存到相册？',
      line: '在设置里打开“添加到相册”后，再按一次存成图片',
      confirmText: '去设置',
    }
    await confirm(question, openPictureSettings)
  }
}
