import { fault, type Invariant } from './invariant.ts'

/** The invariants of stored files and stored answers. */
export const STORAGE_INVARIANTS: readonly Invariant[] = [
  fault(
    'P2 a picture in use is not taken away',
    'Whatever shows an uploaded picture keeps it: none of those is marked as discarded',
    `SELECT f.id FROM files f WHERE f.discarded_at IS NOT NULL AND f.relative_path IN (
      SELECT contract_attachment FROM contract_photos UNION ALL SELECT avatar FROM venues UNION ALL SELECT avatar FROM users
      UNION ALL SELECT avatar FROM merchants UNION ALL SELECT image FROM adverts UNION ALL SELECT picture FROM shop_order_items
      UNION ALL SELECT unnest(string_to_array(pictures, ',')) FROM products
      UNION ALL SELECT unnest(string_to_array(certificates, ',')) FROM coach_applications
      UNION ALL SELECT trim(unnest(string_to_array(nice_photos, ','))) FROM users WHERE nice_photos <> '')`,
  ),
  fault(
    'Y2 a stored answer is an answer',
    'Every Idempotency-Key has a status below 500 and a body, once',
    `SELECT user_id AS id FROM idempotency_keys WHERE status IS NULL OR body IS NULL OR status >= 500
      UNION SELECT user_id FROM idempotency_keys GROUP BY user_id, key HAVING count(*) > 1`,
  ),
]
