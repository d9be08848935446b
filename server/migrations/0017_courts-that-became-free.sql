ALTER TABLE "vacancies" ADD COLUMN "court_ids" bigint[];--> statement-breakpoint
-- Hand-written: the function of migration 0015, which now names the courts.
CREATE OR REPLACE FUNCTION "note_freed_claims"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vacancies (kind, target_id, day, begin_time_slot, end_time_slot, court_ids)
  SELECT 'COACH', f.resource_id, f.day, min(f.half_hour), max(f.half_hour) + 1, NULL::bigint[]
  FROM freed f WHERE f.kind = 2
  GROUP BY f.resource_id, f.day
  HAVING EXISTS (SELECT FROM vacancy_alerts a
    WHERE a.state = 'WAITING' AND a.coach_id = f.resource_id AND f.day BETWEEN a.first_day AND a.last_day
      AND (a.weekdays >> extract(dow FROM f.day)::int) & 1 = 1)
  UNION ALL
  SELECT 'VENUE', c.venue_id, f.day, min(f.half_hour), max(f.half_hour) + 1, array_agg(DISTINCT c.id)
  FROM freed f JOIN courts c ON c.id = f.resource_id WHERE f.kind = 1
  GROUP BY c.venue_id, f.day
  HAVING EXISTS (SELECT FROM vacancy_alerts a
    WHERE a.state = 'WAITING' AND a.venue_id = c.venue_id AND a.kind <> 'GAME' AND f.day BETWEEN a.first_day AND a.last_day
      AND (a.weekdays >> extract(dow FROM f.day)::int) & 1 = 1);
  RETURN NULL;
END $$;
