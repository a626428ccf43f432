var o=globalThis["cardlab-common-99f686ada6a3"];var{bar:l,blocks:t,drawBlocks:s,drawer:d,entered:p,isTouched:c,letGo:f,page:a,press:m,valueOf:b}=o["blocks.js"];var g=a();export{g as default};
