import { Card, Flex, Typography } from 'antd'
import { type ReactNode, useEffect } from 'react'

/** The frame of the pages before the log-in. */
export function Entrance({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 拍档工作台`
  }, [title])
  return (
    <Flex component="main" vertical align="center" justify="center" className="entrance">
      <Card style={{ width: 400, maxWidth: 'calc(100vw - 32px)' }}>
        <Flex gap={12} align="center" style={{ marginBottom: 24 }}>
          <img src="/console/favicon.svg" alt="" width={44} height={44} />
          <div>
            <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
              拍档工作台
            </Typography.Title>
            <Typography.Text type="secondary">{title}</Typography.Text>
          </div>
        </Flex>
        {children}
        <Typography.Paragraph type="secondary" style={{ margin: '16px 0 0', fontSize: 13 }}>
          {about}
        </Typography.Paragraph>
      </Card>
    </Flex>
  )
}
