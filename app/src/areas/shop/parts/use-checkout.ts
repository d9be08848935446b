import { ApiError } from '@paidang/api/catalogue/errors'
import type { Fen } from '@paidang/domain/kernel/fen'
import { useEffect, useState } from 'react'
import { useCart, useChangeQuantity, useSelectItems } from '../cart-data'
import { useProduct } from '../shop-data'
import { isAvailable } from './cart-words'
import { type CheckoutLine, linesOfCart, linesOfProduct, quantityOf, shortLines } from './checkout-lines'

/** What is to be ordered, from the cart or of one product, and how it is made orderable when something is short. */
export type Checkout = {
  /** undefined while it is not known. */
  lines: CheckoutLine[] | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
  /** Takes as many as are left, and leaves out what is gone; undefined where nothing would be left. */
  adjust: (() => void) | undefined
  isAdjusting: boolean
  /** What the call says of the lines: those of the cart it knows. */
  items: { productId: string; quantity: number }[] | undefined
}

/** The ticked lines of the cart. */
export function useCartCheckout(): Checkout {
  const { data, error, isFetching, refetch } = useCart()
  const change = useChangeQuantity()
  const select = useSelectItems()
  const lines = data && linesOfCart(data)
  const adjust = () => {
    const short = shortLines(lines ?? [])
    for (const { productId, stock } of short.filter(isAvailable)) change.mutate({ productId, quantity: stock })
    const gone = short.filter((line) => !isAvailable(line)).map(({ productId }) => productId)
    if (gone.length > 0) select.mutate({ productIds: gone, isSelected: false })
  }
  return {
    lines,
    error,
    isFetching,
    refetch,
    adjust,
    isAdjusting: change.isPending || select.isPending,
    items: undefined,
  }
}

/** So many of one product. */
export function useProductCheckout(productId: string, asked: string | undefined): Checkout {
  const { data: product, error, isFetching, refetch } = useProduct(productId)
  const [quantity, setQuantity] = useState(() => quantityOf(asked))
  const [seenPriceFen, setSeenPriceFen] = useState<Fen>()
  const priceFen = product?.priceFen
  useEffect(() => {
    // The price at which the page opened is the one that was seen.
    setSeenPriceFen((seen) => seen ?? priceFen)
  }, [priceFen])
  const isGone = error instanceof ApiError && error.status === 404
  const lines = product && linesOfProduct(product, { quantity, seenPriceFen: seenPriceFen ?? product.priceFen, isGone })
  return {
    lines,
    error,
    isFetching,
    refetch,
    adjust: product && !isGone && product.stock > 0 ? () => setQuantity(Math.min(quantity, product.stock)) : undefined,
    isAdjusting: false,
    items: [{ productId, quantity }],
  }
}
