import type { CartItem } from '@paidang/api/areas/shop'
import { errors } from '@paidang/api/catalogue/errors'
import { useState } from 'react'
import { checkoutPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { NetworkError } from '../../../../platform/network-error'
import { showToast } from '../../../../platform/toast'
import { confirm } from '../../../../ui/confirm'
import { useLatestCart, useRemoveItems, useSelectItems } from '../cart-data'
import { blockedOf, isAvailable } from './cart-labels'
import { useQuantities } from './use-quantities'

export type CartActions = ReturnType<typeof useCartActions>

/** The actions on the lines of the cart, each with the lines that it is running for. */
export function useCartActions() {
  const latestCart = useLatestCart()
  const quantities = useQuantities()
  const selecting = useSelectItems()
  const removing = useRemoveItems()
  const [isLeaving, setLeaving] = useState(false)

  const select = (productIds: string[], isSelected: boolean) => selecting.act({ productIds, isSelected })
  const remove = async (item: CartItem) => {
    const { productId, name } = item
    // Removing an unavailable line needs no question.
    const isSure =
      !isAvailable(item) || (await confirm({ title: '移出购物车？', line: name, confirmText: '移出', danger: true }))
    if (!isSure) return
    quantities.drop(productId)
    removing.act([productId], { onDone: () => showToast('已移出购物车', { tone: 'done' }) })
  }
  /** Opens the checkout once every quantity is saved; lines that cannot be ordered stay behind. */
  const checkOut = async () => {
    if (isLeaving) return
    setLeaving(true)
    try {
      if (await isReady()) await goTo(checkoutPath())
    } finally {
      setLeaving(false)
    }
  }
  const isReady = async (): Promise<boolean> => {
    const failure = await quantities.settle()
    // The message of a refusal, such as a new price, stays on screen.
    if (failure instanceof NetworkError) showToast('数量没有保存，请重试', { tone: 'failed' })
    if (failure) return false
    const { items = [], units = 0 } = latestCart() ?? {}
    if (units === 0) {
      showToast(errors.cart_nothing_selected.message, { tone: 'failed' })
      return false
    }
    const productIds = blockedOf(items).map(({ productId }) => productId)
    if (productIds.length === 0) return true
    // The failure was shown where it happened.
    return selecting.act({ productIds, isSelected: false })
  }
  return {
    quantities,
    select,
    remove,
    checkOut,
    isLeaving,
    isSelecting: (productId: string) =>
      selecting.isPending && (selecting.wish?.productIds.includes(productId) ?? false),
    isRemoving: (productId: string) => removing.isPending && (removing.wish?.includes(productId) ?? false),
  }
}
