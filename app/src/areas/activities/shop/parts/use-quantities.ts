import type { CartItem } from '@paidang/api/areas/shop'
import { updateCart } from '@paidang/api/areas/shop'
import { useDidHide } from '@tarojs/taro'
import { useEffect, useRef, useState } from 'react'
import { NetworkError } from '../../../../platform/network-error'
import { failureText } from '../../../../platform/toast'
import { useChangeQuantity } from '../cart-data'

/** How long (ms) a quantity must stay unchanged before it is sent. */
const REST_MS = 400

/** By product. */
type ByProduct<Value> = Readonly<Record<string, Value>>

/**
 * The quantities of the cart's lines during changes. The requested number is shown. It is sent once the user pauses,
 * or at once when the page closes, so that none is lost. After a network failure it stays, with a message, until it is
 * sent. After a refusal the server's number replaces it.
 */
export function useQuantities() {
  const { act } = useChangeQuantity()
  const [requested, setRequested] = useState<ByProduct<number>>({})
  const [failures, setFailures] = useState<ByProduct<string>>({})
  const latest = useRef<Record<string, number>>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const sending = useRef(new Map<string, Promise<boolean>>())

  const forget = (productId: string) => {
    delete latest.current[productId]
    setRequested({ ...latest.current })
  }
  const deliver = async (productId: string, quantity: number): Promise<boolean> => {
    setFailures((before) => without(before, productId))
    const onRefused = (error: Error) => {
      if (latest.current[productId] !== quantity) return
      if (error instanceof NetworkError) {
        setFailures((before) => ({ ...before, [productId]: failureText(updateCart.outcome, error) }))
      } else forget(productId)
    }
    const isSaved = await act({ productId, quantity }, { onRefused })
    // A number that changed meanwhile is sent separately.
    const isLatest = latest.current[productId] === quantity
    if (isSaved && isLatest) forget(productId)
    return isSaved || !isLatest
  }
  const send = (productId: string): Promise<boolean> => {
    clearTimeout(timers.current.get(productId))
    timers.current.delete(productId)
    const quantity = latest.current[productId]
    if (quantity === undefined) return Promise.resolve(true)
    const delivery = deliver(productId, quantity).finally(() => {
      if (sending.current.get(productId) === delivery) sending.current.delete(productId)
    })
    sending.current.set(productId, delivery)
    return delivery
  }
  /** Sends what still waits; resolves to whether everything was saved. */
  const settle = async (): Promise<boolean> => {
    const ids = Object.keys(latest.current)
    const ends = await Promise.all(
      ids.map((id) => (timers.current.has(id) ? send(id) : (sending.current.get(id) ?? send(id)))),
    )
    return ends.every(Boolean)
  }
  const change = (productId: string, quantity: number) => {
    latest.current[productId] = quantity
    setRequested({ ...latest.current })
    clearTimeout(timers.current.get(productId))
    timers.current.set(
      productId,
      setTimeout(() => send(productId), REST_MS),
    )
  }
  /** The line is removed, so nothing more is sent for it. */
  const drop = (productId: string) => {
    clearTimeout(timers.current.get(productId))
    timers.current.delete(productId)
    setFailures((before) => without(before, productId))
    forget(productId)
  }

  const flush = useRef<() => void>()
  flush.current = () => {
    for (const productId of [...timers.current.keys()]) send(productId)
  }
  useDidHide(() => flush.current?.())
  useEffect(() => () => flush.current?.(), [])

  return {
    quantityOf: ({ productId, quantity }: CartItem) => requested[productId] ?? quantity,
    failureOf: (productId: string): string | undefined => failures[productId],
    /** Whether the totals on screen do not match the quantities on screen yet. */
    isUnsettled: Object.keys(requested).length > 0,
    change,
    retry: send,
    settle,
    drop,
  }
}

function without<Value>(values: ByProduct<Value>, productId: string): ByProduct<Value> {
  const { [productId]: _gone, ...rest } = values
  return rest
}
