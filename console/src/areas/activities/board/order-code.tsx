import { renderSVG } from 'uqr'

/** A code that opens an order in the console when it is scanned. */
export function OrderCode({ id, size }: { id: string; size: string }) {
  const svg = renderSVG(`${location.origin}/console/board/orders/${id}`, { ecc: 'M', border: 0 })
  return (
    <img
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt="订单二维码"
      style={{ width: size, height: size }}
    />
  )
}
