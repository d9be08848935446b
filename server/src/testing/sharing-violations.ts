/** Keys and checks on business cards and short ids that no invariant repeats, each with a violation that it refuses. */
export const SHARING_REFUSED_VIOLATIONS: Record<string, string> = {
  business_cards_pkey: 'INSERT INTO business_cards SELECT * FROM business_cards',
  business_cards_template: "UPDATE business_cards SET template_id = 'gold'",
  business_cards_name: "UPDATE business_cards SET name = ''",
  share_links_pkey: "INSERT INTO share_links (id, kind, sharer_id) SELECT id, 'home', sharer_id FROM share_links",
  share_links_once:
    "INSERT INTO share_links (id, kind, object_id, sharer_id) SELECT 'Another1', kind, object_id, sharer_id FROM share_links",
  share_links_kind: "UPDATE share_links SET kind = 'class'",
  share_links_object: 'UPDATE share_links SET object_id = null',
  share_links_id: "UPDATE share_links SET id = '1234567!'",
}
