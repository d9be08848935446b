type MapLinkProps = { name: string; at: { latitude: number; longitude: number } }

/** A link to a place on a public map. */
export function MapLink({ name, at: { latitude, longitude } }: MapLinkProps) {
  const marker = encodeURIComponent(`coord:${latitude},${longitude};title:${name};addr:${name}`)
  return (
    <a href={`https://apis.map.qq.com/uri/v1/marker?marker=${marker}&referer=paidang`} target="_blank" rel="noreferrer">
      {latitude.toFixed(5)}, {longitude.toFixed(5)}（在地图上看）
    </a>
  )
}
