var e=globalThis["cardlab-common-21d5ca2e16d9"];var{bar:l,blocks:t,drawBlocks:d,drawer:s,entered:c,isTouched:p,letGo:m,page:o,press:b,valueOf:f}=e["blocks.js"];var g=o();export{g as default};
