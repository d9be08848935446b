import type { CartItem } from '@paidang/api/areas/shop'
import { updateCart } from '@paidang/api/areas/shop'
import { useDidHide } from '@tarojs/taro'
import { useEffect, useRef, useState } from 'react'
import { NetworkError } from '../../../platform/network-error'
import { failureText } from '../../../platform/toast'
import { useChangeQuantity } from '../cart-data'

/** So long the finger rests before a number goes out. */
const REST_MS = 400

/** By product. */
type ByProduct<Value> = Readonly<Record<string, Value>>

/**
 * The numbers of the cart's lines while they are being changed: what the finger asked for is shown and goes out once it rests, or at
 * once when the page is left, so that none is lost. What the network lost stays, with its sentence, until it went out; what the
 * server refused gives way to what the server has.
 */
export function useQuantities() {
  const { mutateAsync } = useChangeQuantity()
  const [wanted, setWanted] = useState<ByProduct<number>>({})
  const [failures, setFailures] = useState<ByProduct<string>>({})
  const latest = useRef<Record<string, number>>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const sending = useRef(new Map<string, Promise<boolean>>())

  const forget = (productId: string) => {
    delete latest.current[productId]
    setWanted({ ...latest.current })
  }
  const deliver = async (productId: string, quantity: number): Promise<boolean> => {
    setFailures((before) => without(before, productId))
    try {
      await mutateAsync({ productId, quantity })
      // A number that was changed meanwhile has its own way to go.
      if (latest.current[productId] === quantity) forget(productId)
      return true
    } catch (error) {
      if (latest.current[productId] !== quantity) return true
      if (error instanceof NetworkError) {
        setFailures((before) => ({ ...before, [productId]: failureText(updateCart.outcome, error) }))
      } else forget(productId)
      return false
    }
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
  /** Lets out what still waits, and tells whether everything has arrived. */
  const settle = async (): Promise<boolean> => {
    const ids = Object.keys(latest.current)
    const ends = await Promise.all(
      ids.map((id) => (timers.current.has(id) ? send(id) : (sending.current.get(id) ?? send(id)))),
    )
    return ends.every(Boolean)
  }
  const change = (productId: string, quantity: number) => {
    latest.current[productId] = quantity
    setWanted({ ...latest.current })
    clearTimeout(timers.current.get(productId))
    timers.current.set(
      productId,
      setTimeout(() => send(productId), REST_MS),
    )
  }
  /** The line goes: nothing more is to be sent of it. */
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
    quantityOf: ({ productId, quantity }: CartItem) => wanted[productId] ?? quantity,
    failureOf: (productId: string): string | undefined => failures[productId],
    /** The totals that are shown are not yet those of the numbers that are shown. */
    isUnsettled: Object.keys(wanted).length > 0,
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
