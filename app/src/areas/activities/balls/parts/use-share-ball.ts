import type { BallDetail } from '@paidang/api/areas/balls'
import { useState } from 'react'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { ballShareCard } from './ball-share'

/** Shares a game by the share list of the device, else copies its link. */
export function useShareBall(ball: BallDetail, share: string | null) {
  const [isBusy, setIsBusy] = useState(false)
  const hand = async () => {
    setIsBusy(true)
    try {
      const end = await shareLink(ballShareCard(ball, share, new Date()))
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setIsBusy(false)
    }
  }
  return { hand, isBusy }
}
