var e=globalThis["cardlab-common-87a3227e6bf8"];var{bar:l,blocks:t,drawBlocks:s,drawer:p,entered:c,isTouched:d,letGo:b,page:o,press:f,valueOf:m}=e["blocks.js"];var g=o();export{g as default};
