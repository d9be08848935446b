import type { Product } from '@paidang/api/areas/shop'
import { useState } from 'react'
import { shareLink } from '../../../../platform/share'
import { showToast } from '../../../../platform/toast'
import { productShareCard } from './shop-labels'

/** Shares a product: by the device's share list, else by copying its link. */
export function useShareProduct(product: Product) {
  const [isBusy, setIsBusy] = useState(false)
  const hand = async () => {
    setIsBusy(true)
    try {
      const end = await shareLink(productShareCard(product))
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setIsBusy(false)
    }
  }
  return { hand, isBusy }
}
