import { Flex, Typography } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useLeavingQuestion } from './unsaved'

type PageProps = {
  title: string
  /** The purpose of the page, in one sentence. */
  about?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console: its name, its actions, and its content. It asks before unsaved input is lost. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · 拍档工作台`
  }, [title])
  useLeavingQuestion()
  return (
    <Flex vertical gap={16} component="section">
      <Flex justify="space-between" align="flex-end" gap={16} wrap className="page-head">
        <div>
          <Typography.Title level={1} style={{ fontSize: 22, margin: 0 }}>
            {title}
          </Typography.Title>
          {about && <Typography.Text type="secondary">{about}</Typography.Text>}
        </div>
        {actions && (
          <Flex gap={8} wrap className="page-actions">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Flex>
  )
}
