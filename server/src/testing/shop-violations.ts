import type { ConstraintRule } from './constraint-rules.ts'
import type { World } from './given-world.ts'

/** SQL that changes a product’s stock and adds the matching ledger row. */
const moveStock = (productId: string, kind: string, units: number, reference = 'violation') =>
  `WITH moved AS (UPDATE products SET stock = stock + ${units}, seq = seq + 1 WHERE id = ${productId} RETURNING *)
  INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
  SELECT id, seq, '${kind}', ${units}, stock, '${reference}' FROM moved`

/** SQL that copies the first ledger row of every product. */
const ROWS_TWICE = `INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
  SELECT product_id, seq, kind, units_change, units_after, reference || ' again' FROM stock_ledger WHERE seq = 1`

const setOrder = (id: string, change: string) => `UPDATE shop_orders SET ${change} WHERE id = ${id}`

const TIMES_NOTICED = 'T5 a shop order has the times of its status'

/**
 * Rules about the shop that the database enforces. Each names the invariant that detects the violation without them.
 */
export const SHOP_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'products_stock',
    on: 'products',
    violation: ({ otherProductId }) => moveStock(otherProductId, 'ADJUST', -6),
    noticed: 'T1 the shop owes no goods',
  },
  {
    name: 'products_sales',
    on: 'products',
    violation: ({ otherProductId }) => `UPDATE products SET sales = -1 WHERE id = ${otherProductId}`,
    noticed: 'T3 sales are the units that were paid for',
  },
  {
    name: 'products_original',
    on: 'products',
    violation: ({ productId }) => `UPDATE products SET original_fen = price_fen WHERE id = ${productId}`,
    noticed: 'T6 what is offered is a product',
  },
  {
    name: 'products_deleted',
    on: 'products',
    violation: ({ productId }) => `UPDATE products SET deleted_at = now() WHERE id = ${productId}`,
    noticed: 'T6 what is offered is a product',
  },
  {
    name: 'products_balance',
    on: 'products',
    violation: ({ productId }) => `UPDATE products SET stock = stock + 1 WHERE id = ${productId}`,
    noticed: 'T2 a product’s stock is the sum of its rows',
  },
  {
    name: 'stock_ledger_chain',
    on: 'stock_ledger',
    violation: ({ productId }) => `WITH moved AS (UPDATE products SET seq = seq + 1 WHERE id = ${productId} RETURNING *)
      INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
      SELECT id, seq, 'ADJUST', 1, stock, 'violation' FROM moved`,
    noticed: 'T2 the stock ledger is an unbroken chain',
  },
  {
    name: 'stock_ledger_first',
    on: 'stock_ledger',
    violation: ({ categoryId }) => `WITH made AS (INSERT INTO products (category_id, name, price_fen, stock, seq)
        VALUES (${categoryId}, 'violation', 1, 9, 1) RETURNING id)
      INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
      SELECT id, 1, 'ADJUST', 1, 9, 'violation' FROM made`,
    noticed: 'T2 the stock ledger is an unbroken chain',
  },
  {
    name: 'stock_ledger_pkey',
    on: 'stock_ledger',
    violation: () => ROWS_TWICE,
    besides: ['products.products_balance', 'stock_ledger.stock_ledger_chain', 'stock_ledger.stock_ledger_balance'],
    noticed: 'T2 the stock ledger is an unbroken chain',
  },
  {
    name: 'stock_ledger_effect',
    on: 'stock_ledger',
    violation: ({ productId }) => moveStock(productId, 'DELIVERY', -1),
    noticed: 'T2 a movement of stock goes the way of its kind',
  },
  {
    name: 'stock_ledger_once',
    on: 'stock_ledger',
    violation: ({ productId, shopOrders }) => moveStock(productId, 'SALE', -1, `order:${shopOrders.paid.id}`),
    noticed: 'T2 a movement of stock goes the way of its kind',
  },
  {
    name: 'stock_ledger_append_only',
    on: 'stock_ledger',
    kind: 'TRIGGER',
    violation: ({ shopOrders }) =>
      `UPDATE stock_ledger SET reference = 'violation' WHERE reference = 'order:${shopOrders.paid.id}'`,
    noticed: 'T2 an order took what it is of, and returned it once',
  },
  {
    name: 'stock_ledger_no_truncate',
    on: 'stock_ledger',
    kind: 'TRIGGER',
    violation: () => 'TRUNCATE stock_ledger CASCADE',
    noticed: 'T2 an order took what it is of, and returned it once',
  },
  {
    name: 'cart_items_pkey',
    on: 'cart_items',
    violation: () => 'INSERT INTO cart_items SELECT * FROM cart_items LIMIT 1',
    noticed: 'T1 the shop owes no goods',
  },
  {
    name: 'cart_items_quantity',
    on: 'cart_items',
    violation: ({ owner }) => `UPDATE cart_items SET quantity = 100 WHERE user_id = ${owner}`,
    noticed: 'T1 the shop owes no goods',
  },
  {
    name: 'shop_order_items_pkey',
    on: 'shop_order_items',
    violation: ({ shopOrders }) => `INSERT INTO shop_order_items
      SELECT order_id, product_id, position + 9, name, picture, price_fen, quantity
      FROM shop_order_items WHERE order_id = ${shopOrders.paid.id}`,
    noticed: 'T1 the shop owes no goods',
  },
  {
    name: 'shop_order_items_quantity',
    on: 'shop_order_items',
    violation: ({ shopOrders }) => `UPDATE shop_order_items SET quantity = 0 WHERE order_id = ${shopOrders.paid.id}`,
    noticed: 'T1 the shop owes no goods',
  },
  {
    name: 'shop_orders_payment',
    on: 'shop_orders',
    violation: ({ shopOrders: { paid, sent } }) => setOrder(sent.id, `payment_order_id = ${paid.paymentOrderId}`),
    noticed: 'T4 a shop order stands as its payment does',
  },
  {
    name: 'shop_orders_status',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.paid.id, "status = 'LOST'"),
    noticed: 'T3 sales are the units that were paid for',
  },
  {
    name: 'shop_orders_paid',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.paid.id, 'paid_at = null'),
    noticed: TIMES_NOTICED,
  },
  {
    name: 'shop_orders_sent',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.sent.id, 'sent_at = null'),
    noticed: TIMES_NOTICED,
  },
  {
    name: 'shop_orders_received',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.received.id, 'received_at = null'),
    noticed: TIMES_NOTICED,
  },
  {
    name: 'shop_orders_ended',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.closed.id, 'ended_at = null'),
    noticed: TIMES_NOTICED,
  },
  {
    name: 'shop_orders_restocked',
    on: 'shop_orders',
    violation: ({ shopOrders }) => setOrder(shopOrders.paid.id, 'is_restocked = true'),
    noticed: 'T2 what never left lies there again',
  },
]

/** 2^53 fen: one more than a JavaScript number holds exactly. */
const TOO_MANY_FEN = '9007199254740992'

/** Keys and checks on the shop that no invariant repeats, each with a violation that it refuses. */
export const SHOP_REFUSED_VIOLATIONS: Record<string, string> = {
  product_categories_name: 'INSERT INTO product_categories (name) SELECT name FROM product_categories',
  products_price: 'UPDATE products SET price_fen = 0, original_fen = null',
  stock_ledger_balance: `ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_pkey; ${ROWS_TWICE}`,
  stock_ledger_kind: "UPDATE stock_ledger SET kind = 'GIFT'",
  stock_ledger_seq: 'UPDATE stock_ledger SET seq = 0, units_change = units_after WHERE seq = 1',
  cart_items_price: `UPDATE cart_items SET seen_price_fen = ${TOO_MANY_FEN}`,
  shop_orders_no: "UPDATE shop_orders SET order_no = 'one for all'",
  shop_orders_refund_choice: "UPDATE shop_orders SET refund_choice = 'HOPED' WHERE refund_choice <> 'NONE'",
  shop_orders_refund_asked_at: "UPDATE shop_orders SET refund_asked_at = null WHERE refund_choice <> 'NONE'",
  shop_order_items_position: `INSERT INTO shop_order_items
    SELECT order_id, product_id + 987654, position, name, picture, price_fen, quantity FROM shop_order_items`,
  shop_order_items_price: 'UPDATE shop_order_items SET price_fen = 0',
}

/** Violations about the shop that no constraint refuses. */
export const SHOP_PLANTED_VIOLATIONS: [string, string, (world: World) => string][] = [
  [
    'T2 a product’s stock is the sum of its rows',
    'a row without its stock',
    ({ otherProductId }) => `INSERT INTO stock_ledger (product_id, seq, kind, units_change, units_after, reference)
      VALUES (${otherProductId}, 2, 'ADJUST', -1, 4, 'violation')`,
  ],
  [
    'T7 a product stands in a category that is there',
    'a category is deleted with what stands in it',
    ({ categoryId }) => `UPDATE product_categories SET deleted_at = now() WHERE id = ${categoryId}`,
  ],
  [
    'T2 an order took what it is of, and returned it once',
    'an order is of more than it took',
    ({ shopOrders }) => `UPDATE shop_order_items SET quantity = quantity + 1 WHERE order_id = ${shopOrders.paid.id}`,
  ],
  [
    'T2 an order took what it is of, and returned it once',
    'units come back of an order that stands',
    ({ productId, shopOrders }) => moveStock(productId, 'RETURN', 2, `order:${shopOrders.paid.id}`),
  ],
  [
    'T2 an order took what it is of, and returned it once',
    'an order is of nothing',
    ({ shopOrders }) => `DELETE FROM shop_order_items WHERE order_id = ${shopOrders.closed.id}`,
  ],
  [
    'T2 what never left lies there again',
    'a closed order keeps its units',
    ({ shopOrders }) => setOrder(shopOrders.closed.id, 'is_restocked = false'),
  ],
  [
    'T3 sales are the units that were paid for',
    'one is counted that nobody bought',
    ({ productId }) => `UPDATE products SET sales = sales + 1 WHERE id = ${productId}`,
  ],
  [
    'T4 a shop order stands as its payment does',
    'an unpaid order counts as paid',
    ({ shopOrders }) => setOrder(shopOrders.unpaid.id, "status = 'PAID', paid_at = created_at"),
  ],
  [
    'T4 a shop order stands as its payment does',
    'an order costs less than its lines',
    ({ shopOrders }) => `UPDATE shop_order_items SET price_fen = price_fen + 1 WHERE order_id = ${shopOrders.paid.id}`,
  ],
  [
    'T4 a shop order stands as its payment does',
    'somebody pays for nothing',
    ({ owner }) => `INSERT INTO orders (user_id, kind, object_id, title, amount_fen, expires_at)
      VALUES (${owner}, 'SHOP', 987654321, '', 100, now())`,
  ],
  [
    'T4 a refunded order gave all its money back',
    'a refund is too small',
    ({ shopOrders }) =>
      `UPDATE refunds SET amount_fen = amount_fen - 1 WHERE order_id = ${shopOrders.cancelled.paymentOrderId}`,
  ],
  [
    TIMES_NOTICED,
    'a parcel came before it was sent',
    ({ shopOrders }) => setOrder(shopOrders.received.id, "received_at = sent_at - interval '1 s'"),
  ],
  [
    'T5 a wish to send goods back has come to what its order says',
    'a wish is agreed and the order goes on',
    ({ shopOrders }) => setOrder(shopOrders.asked.id, "refund_choice = 'AGREED'"),
  ],
  [
    'T5 a wish to send goods back has come to what its order says',
    'goods went back that nobody wished to send',
    ({ shopOrders }) => setOrder(shopOrders.returned.id, "refund_choice = 'NONE', refund_asked_at = null"),
  ],
]
