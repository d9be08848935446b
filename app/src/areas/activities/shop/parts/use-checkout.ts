import { ApiError } from '@paidang/api/catalogue/errors'
import type { Fen } from '@paidang/domain/kernel/fen'
import { useEffect, useState } from 'react'
import { useCart, useChangeQuantity, useSelectItems } from '../cart-data'
import { useProduct } from '../shop-data'
import { isAvailable } from './cart-labels'
import { type CheckoutLine, linesOfCart, linesOfProduct, quantityOf, shortLines } from './checkout-lines'

/** What is to be ordered, from the cart or as one product, and how a shortage can be resolved. */
export type Checkout = {
  /** Undefined while unknown. */
  lines: CheckoutLine[] | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
  /** Reduces quantities to the stock, and leaves out unavailable lines. Undefined if nothing would be left. */
  adjust: (() => void) | undefined
  isAdjusting: boolean
  /** The lines for the call; undefined for the cart, whose lines the server knows. */
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
    for (const { productId, stock, priceFen } of short.filter(isAvailable)) {
      change.act({ productId, quantity: stock, priceFen })
    }
    const gone = short.filter((line) => !isAvailable(line)).map(({ productId }) => productId)
    if (gone.length > 0) select.act({ productIds: gone, isSelected: false })
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

/** This quantity of one product. */
export function useProductCheckout(productId: string, asked: string | undefined): Checkout {
  const { data: product, error, isFetching, refetch } = useProduct(productId)
  const [quantity, setQuantity] = useState(() => quantityOf(asked))
  const [seenPriceFen, setSeenPriceFen] = useState<Fen>()
  const priceFen = product?.priceFen
  useEffect(() => {
    // The first price on this page is the one that the user saw.
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
