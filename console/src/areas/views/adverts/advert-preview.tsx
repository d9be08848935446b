import type { AdvertPlace } from '@paidang/domain/areas/views/home/advert'
import './advert-preview.css'

type AdvertPreviewProps = {
  place: AdvertPlace
  label: string
  title: string
  subtitle: string
  picture: string | undefined
  /** Whether a press on it opens a page. */
  leads: boolean
}

/** An advert with the width of a phone. */
export function AdvertPreview({ place, label, title, subtitle, picture, leads }: AdvertPreviewProps) {
  const name = title.trim() || '广告标题'
  if (place === 'top') {
    return (
      <figure className="advert-slide" aria-label="轮播预览">
        {picture && <img src={picture} alt="" />}
        <figcaption>
          {label && <span className="advert-slide-label">{label}</span>}
          <strong>{name}</strong>
          {subtitle && <span className="advert-line">{subtitle}</span>}
        </figcaption>
      </figure>
    )
  }
  return (
    <figure className="advert-card" aria-label="卡片预览">
      {picture && <img src={picture} alt="" />}
      <figcaption>
        <span className="advert-card-title">
          {label && <span className="advert-card-label">{label}</span>}
          <strong className="advert-line">{name}</strong>
        </span>
        {subtitle && <span className="advert-line">{subtitle}</span>}
      </figcaption>
      {leads && <span aria-hidden="true">›</span>}
    </figure>
  )
}
